// The version, and error codes.
#include <doctest/doctest.h>
#include <thrum/system_error.h>
#include <thrum/version.h>
#include <string>
#include <type_traits>

TEST_CASE("the version for the preprocessor is the project's") {
  CHECK(std::to_string(THRUM_MAJOR_VERSION) + "." + std::to_string(THRUM_MINOR_VERSION) + "." +
            std::to_string(THRUM_PATCH_VERSION) ==
        THRUM_TEST_PROJECT_VERSION);
}

TEST_CASE("error codes are the standard's") {
  static_assert(std::is_same_v<thrum::system_error, std::system_error>);
  thrum::error_code const code = thrum::make_error_code(thrum::errc::not_enough_memory);
  CHECK(code.category() == thrum::generic_category());
  CHECK_THROWS_AS(throw thrum::system::system_error(code), thrum::system_error);
}
