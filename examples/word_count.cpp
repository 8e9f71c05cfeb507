// Counts the words of texts: folds bytes to lower case by transform, finds the beginnings of words
// by copy_if, hashes words by transform, brings equal words together by sort_by_key, counts them by
// reduce_by_key, and sorts them by count.
//
// Words with equal hashes are compared; if two of them differ, the words themselves are sorted
// instead.
#include <thrum/copy.h>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/host_vector.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/memory.h>
#include <thrum/reduce.h>
#include <thrum/sort.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "common/command_line.h"
#include "common/format.h"
#include "common/memory.h"
#include "common/options.h"
#include "common/policies.h"
#include "common/report.h"
#include "common/timing.h"

using byte = unsigned char;
using position = std::int64_t;

// ---- What a word is. The text begins with two blanks and ends with two, so that a look at neighbours needs no check. --

/// Accepts a letter, a digit, or a byte of a letter in UTF-8. After folding these are the bytes
/// above the apostrophe.
THRUM_HD inline bool is_letter(byte c) { return c > '\''; }

/// Replaces upper case by lower case, and bytes that are in no word by a blank.
struct fold {
  THRUM_HD byte operator()(byte c) const {
    bool const upper = c >= 'A' && c <= 'Z';
    bool const stays = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c >= 0x80 || c == '\'';
    return static_cast<byte>(upper ? c + ('a' - 'A') : stays ? c : ' ');
  }
};

/// The folded text, and its words by the index of their first letter.
struct text_view {
  byte const* bytes;

  /// Says whether the byte at i continues a word: an apostrophe does if it is between two letters.
  THRUM_HD bool continues(position i) const {
    return is_letter(bytes[i]) || (bytes[i] == '\'' && is_letter(bytes[i + 1]));
  }
  THRUM_HD bool begins(position i) const {
    bool const letter = is_letter(bytes[i]), after_letter = is_letter(bytes[i - 1]);
    bool const after_apostrophe = bytes[i - 1] == '\'', before_that_letter = is_letter(bytes[i - 2]);
    // Has no branches: the next byte of a text is hard to predict.
    return letter & !(after_letter | (after_apostrophe & before_that_letter));
  }
  /// Returns a number less than, equal to or greater than 0 if the word at a comes before, is equal
  /// to, or comes after the word at b.
  THRUM_HD int compare(position a, position b) const {
    for (;; ++a, ++b) {
      while (bytes[a] == bytes[b] && is_letter(bytes[a])) ++a, ++b;
      bool const more_a = continues(a), more_b = continues(b);
      if (!more_a || !more_b) return static_cast<int>(more_a) - static_cast<int>(more_b);
      if (bytes[a] != bytes[b]) return bytes[a] < bytes[b] ? -1 : 1;
    }
  }
};

/// A word and how often it occurs.
struct word {
  position start;
  std::int64_t count;

  friend bool operator==(word const& a, word const& b) { return a.start == b.start && a.count == b.count; }
};
THRUM_HD inline position start_of(position start) { return start; }
THRUM_HD inline position start_of(word const& w) { return w.start; }

// ---- The functors of the algorithms. ----------------------------------------------------------------------------------

struct begins_word {
  text_view text;
  THRUM_HD bool operator()(position i) const { return text.begins(i); }
};

/// FNV-1a, of which only the requested number of bits is used.
struct hash_word {
  text_view text;
  std::uint64_t mask;
  template <class Word>
  THRUM_HD std::uint64_t operator()(Word const& w) const {
    position i = start_of(w);
    std::uint64_t hash = 0xcbf29ce484222325u;
    do hash = (hash ^ text.bytes[i]) * 0x100000001b3u;
    while (text.continues(++i));
    return hash & mask;
  }
};

/// The count of a position is 1, that of a word is how often it occurs.
struct as_word {
  THRUM_HD word operator()(position start) const { return {start, 1}; }
  THRUM_HD word operator()(word const& w) const { return w; }
};

/// Joins two parts of one word: its first position and the sum of the counts.
struct join {
  THRUM_HD word operator()(word const& a, word const& b) const {
    return {b.start < a.start ? b.start : a.start, a.count + b.count};
  }
};

/// Finds runs of equal hashes, and neighbours that differ although their hashes are equal.
struct tally {
  std::int64_t runs;
  std::int64_t collisions;
};
struct add_tallies {
  THRUM_HD tally operator()(tally a, tally b) const { return {a.runs + b.runs, a.collisions + b.collisions}; }
};
template <class Word>
struct compare_neighbours {
  text_view text;
  std::uint64_t const* hashes;
  Word const* words;
  THRUM_HD tally operator()(position i) const {
    if (i == 0 || hashes[i - 1] != hashes[i]) return {1, 0};
    return {0, text.compare(start_of(words[i - 1]), start_of(words[i])) == 0 ? 0 : 1};
  }
};

/// Alphabetic order, equality of words, and the order of the result: by count, then alphabetic.
struct before {
  text_view text;
  template <class Word>
  THRUM_HD bool operator()(Word const& a, Word const& b) const {
    return text.compare(start_of(a), start_of(b)) < 0;
  }
};
struct same {
  text_view text;
  template <class Word>
  THRUM_HD bool operator()(Word const& a, Word const& b) const {
    return text.compare(start_of(a), start_of(b)) == 0;
  }
};
struct more_frequent {
  text_view text;
  THRUM_HD bool operator()(word const& a, word const& b) const {
    return a.count != b.count ? a.count > b.count : text.compare(a.start, b.start) < 0;
  }
};

// ---- The program: one text for every policy. ----------------------------------------------------------------------------

/// The seconds of each stage, in the order of their first run.
class stage_times {
 public:
  template <class Work>
  void time(std::string const& stage, Work work) {
    double const seconds = example::seconds_of(work);
    auto const found = std::find_if(all.begin(), all.end(), [&](auto const& s) { return s.first == stage; });
    if (found == all.end()) all.emplace_back(stage, seconds);
    else found->second += seconds;
  }

  std::vector<std::pair<std::string, double>> all;
};

template <class Policy>
class word_counter {
 public:
  template <class T>
  using vector = example::vector_of<Policy, T>;

  word_counter(Policy const& policy, std::uint64_t hash_mask, stage_times& times)
      : policy_(policy), mask_(hash_mask), times_(times) {}

  /// Returns the words of a text with their counts, most frequent first. Processes the text in
  /// blocks, so that memory is needed for the words of one block and for the distinct words of all;
  /// calls progress(bytes done) in between.
  template <class Progress>
  vector<word> count(thrum::host_vector<byte> const& input, Progress progress) {
    vector<byte> text;
    times_.time("copy the text", [&] { text = input; });
    times_.time("transform: lower case",
                [&] { thrum::transform(policy_, text.begin(), text.end(), text.begin(), fold{}); });
    text_ = {thrum::raw_pointer_cast(text.data())};

    vector<word> words;
    position const end = static_cast<position>(text.size()) - 2;
    for (position first = 2; first < end; first += block) {
      progress(first);
      find_starts(first, std::min(first + block, end));
      vector<word> const found = distinct(starts_);
      times_.time("append a block's words", [&] { words.insert(words.end(), found.begin(), found.end()); });
    }
    progress(end);
    if (end > block) words = distinct(words);
    times_.time("sort: by count", [&] { thrum::sort(policy_, words.begin(), words.end(), more_frequent{text_}); });
    return words;
  }

 private:
  static constexpr position block = 4 << 20;

  /// Stores the beginnings of words in [first, last) in starts_: there is at most one in 2 bytes.
  void find_starts(position first, position last) {
    times_.time("copy_if: begins of words", [&] {
      starts_.resize(static_cast<std::size_t>((last - first + 1) / 2), thrum::no_init);
      auto const end =
          thrum::copy_if(policy_, thrum::counting_iterator<position>(first),
                         thrum::counting_iterator<position>(last), starts_.begin(), begins_word{text_});
      starts_.resize(static_cast<std::size_t>(end - starts_.begin()));
    });
  }

  /// Joins equal words, which are positions or have counts already. Leaves `words` in another
  /// order.
  template <class Words>
  vector<word> distinct(Words& words) {
    auto const n = static_cast<position>(words.size());
    times_.time("transform: hash", [&] {
      hashes_.resize(words.size(), thrum::no_init);
      thrum::transform(policy_, words.begin(), words.end(), hashes_.begin(), hash_word{text_, mask_});
    });
    times_.time("sort_by_key: by hash",
                [&] { thrum::sort_by_key(policy_, hashes_.begin(), hashes_.end(), words.begin()); });
    tally neighbours{0, 0};
    times_.time("transform_reduce: compare", [&] {
      compare_neighbours<typename Words::value_type> const compare{text_, thrum::raw_pointer_cast(hashes_.data()),
                                                                   thrum::raw_pointer_cast(words.data())};
      neighbours =
          thrum::transform_reduce(policy_, thrum::counting_iterator<position>(0),
                                  thrum::counting_iterator<position>(n), compare, tally{0, 0}, add_tallies{});
    });
    if (neighbours.collisions > 0) return distinct_by_comparison(words);

    vector<word> result(static_cast<std::size_t>(neighbours.runs), thrum::no_init);
    times_.time("reduce_by_key: count", [&] {
      thrum::reduce_by_key(policy_, hashes_.begin(), hashes_.end(),
                           thrum::make_transform_iterator(words.begin(), as_word{}),
                           thrum::make_discard_iterator(), result.begin(), thrum::equal_to<>{}, join{});
    });
    return result;
  }

  /// Does the same without hashes.
  template <class Words>
  vector<word> distinct_by_comparison(Words& words) {
    times_.time("sort: words, since hashes collide",
                [&] { thrum::sort(policy_, words.begin(), words.end(), before{text_}); });
    vector<word> result(words.size(), thrum::no_init);
    times_.time("reduce_by_key: count", [&] {
      auto const ends = thrum::reduce_by_key(policy_, words.begin(), words.end(),
                                             thrum::make_transform_iterator(words.begin(), as_word{}),
                                             thrum::make_discard_iterator(), result.begin(), same{text_}, join{});
      result.resize(static_cast<std::size_t>(ends.second - result.begin()), thrum::no_init);
    });
    return result;
  }

  Policy policy_;
  std::uint64_t mask_;
  stage_times& times_;
  text_view text_{};
  vector<position> starts_;  // both keep their memory from block to block
  vector<std::uint64_t> hashes_;
};

// ---- The rest reads files, prints and checks. ---------------------------------------------------------------------------

namespace {

struct settings : example::options {
  std::vector<std::string> files;
  std::int64_t top = 20;
  int hash_bits = 64;
  bool check = false;
};

std::string size_text(double bytes) {
  if (bytes < 1e5) return example::grouped(static_cast<std::int64_t>(bytes)) + " bytes";
  return example::fixed(bytes / 1e6) + " MB";
}

/// Reads files one after the other into one text, with a blank between them, and two blanks before
/// and after the text.
class reader {
 public:
  thrum::host_vector<byte> read(std::vector<std::string> const& files) {
    for (std::string const& file : files) {
      std::error_code unknown;  // the size of a pipe is unknown: it is read to its end
      auto const size = std::filesystem::file_size(file, unknown);
      if (!unknown) expected_ += static_cast<double>(size);
    }
    example::require_memory<std::runtime_error>(2 * expected_, "a text of " + size_text(expected_));
    text_.reserve(static_cast<std::size_t>(expected_) + files.size() + 4);
    text_.assign(2, ' ');
    for (std::string const& file : files) {
      append(file);
      text_.push_back(' ');
    }
    text_.push_back(' ');
    return std::move(text_);
  }

 private:
  void append(std::string const& name) {
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> const file(std::fopen(name.c_str(), "rb"), &std::fclose);
    auto const fail = [&] { throw std::runtime_error(name + ": " + std::strerror(errno)); };
    if (!file) fail();
    std::vector<byte> piece(1 << 20);
    while (std::size_t const n = std::fread(piece.data(), 1, piece.size(), file.get())) {
      text_.insert(text_.end(), piece.data(), piece.data() + n);
      progress_.show("reading: " + size_text(static_cast<double>(text_.size())) + " of " + size_text(expected_));
    }
    if (std::ferror(file.get()) != 0) fail();
  }

  thrum::host_vector<byte> text_;
  double expected_ = 0;
  example::progress progress_;
};

/// Returns the folded word that begins at an index of the original text.
std::string word_at(thrum::host_vector<byte> const& input, position start) {
  auto const folded = [&](position i) { return fold{}(input[static_cast<std::size_t>(i)]); };
  std::string text;
  for (position i = start;; ++i) {
    byte const c = folded(i);
    if (!is_letter(c) && !(c == '\'' && is_letter(folded(i + 1)))) return text;
    text.push_back(static_cast<char>(c));
  }
}

/// Returns the same for the screen: only the beginning of a very long word.
std::string shown(std::string const& text) {
  std::size_t end = 60;
  if (text.size() <= end) return text;
  while (end > 56 && (static_cast<byte>(text[end]) & 0xc0) == 0x80) --end;  // not inside a letter
  return text.substr(0, end) + "... (" + example::grouped(static_cast<std::int64_t>(text.size())) + " bytes)";
}

/// The result of one policy, copied to the host.
struct result {
  std::string policy;
  std::vector<word> words;
  stage_times times;
};

/// Counts by a hash table in a plain loop, as another program would.
std::unordered_map<std::string, std::int64_t> count_plainly(thrum::host_vector<byte> const& input) {
  std::unordered_map<std::string, std::int64_t> counts;
  std::string current;
  auto const kind = [&](std::size_t i) { return fold{}(input[i]); };
  for (std::size_t i = 2; i + 1 < input.size(); ++i) {
    byte const c = kind(i);
    bool const joins = c == '\'' && !current.empty() && is_letter(kind(i + 1));
    if (is_letter(c) || joins) {
      current.push_back(static_cast<char>(c));
    } else if (!current.empty()) {
      ++counts[current];
      current.clear();
    }
  }
  return counts;
}

bool equals_plain_count(std::vector<word> const& words, thrum::host_vector<byte> const& input) {
  auto const counts = count_plainly(input);
  return counts.size() == words.size() && std::all_of(words.begin(), words.end(), [&](word const& w) {
           auto const found = counts.find(word_at(input, w.start));
           return found != counts.end() && found->second == w.count;
         });
}

void print_words(std::vector<word> const& words, std::int64_t total, settings const& o,
                 thrum::host_vector<byte> const& input) {
  auto const rows = std::min(o.top, static_cast<std::int64_t>(words.size()));
  if (rows == 0) return;
  example::table table({"count", "%", "word"}, "rrl");
  for (word const& w : std::vector<word>(words.begin(), words.begin() + rows)) {
    table.add({example::grouped(w.count),
               example::fixed(100.0 * static_cast<double>(w.count) / static_cast<double>(total), 2),
               shown(word_at(input, w.start))});
  }
  table.print();
  std::cout << '\n';
}

/// Prints a row for each stage and for all of them, and a column for each policy.
void print_times(std::vector<result> const& results, double bytes) {
  std::vector<std::string> head{"ms"};
  for (result const& r : results) head.push_back(r.policy);
  example::table table(head);
  std::vector<double> sums(results.size());
  for (std::size_t stage = 0; stage < results[0].times.all.size(); ++stage) {
    std::vector<std::string> row{results[0].times.all[stage].first};
    for (std::size_t i = 0; i < results.size(); ++i) {
      double const seconds = results[i].times.all[stage].second;
      sums[i] += seconds;
      row.push_back(example::milliseconds(seconds));
    }
    table.add(row);
  }
  std::vector<std::string> all{"all"}, rates{"MB/s"};
  for (double const sum : sums) {
    all.push_back(example::milliseconds(sum));
    rates.push_back(example::fixed(bytes / sum / 1e6));
  }
  table.add(all);
  table.add(rates);
  table.print();
}

int run(settings const& o) {
  bool const card = example::uses_card(o);
  thrum::host_vector<byte> const input = reader().read(o.files);
  auto const bytes = static_cast<double>(input.size() - o.files.size() - 3);  // without the blanks between
  double const working = bytes + 0.2e9;  // the folded text; the words of a block and their scratch memory
  example::require_memory<std::runtime_error>(working, "counting the words of " + size_text(bytes));
  if (card) example::require_card_memory<std::runtime_error>(working, "counting the words of " + size_text(bytes));

  std::uint64_t const mask = ~std::uint64_t{0} >> (64 - o.hash_bits);
  std::vector<result> results;
  example::for_each_policy(o, [&](auto const& policy, std::string const& name) {
    result r{name, {}, {}};
    example::progress progress;
    word_counter counter(policy, mask, r.times);
    auto const words = counter.count(input, [&](position done) {
      progress.show(name + ": " + size_text(static_cast<double>(done)) + " of " + size_text(bytes));
    });
    r.words = words.to_host();
    results.push_back(std::move(r));
  });

  std::vector<word> const& words = results[0].words;
  std::int64_t total = 0;
  for (word const& w : words) total += w.count;
  print_words(words, total, o, input);
  std::cout << example::grouped(total) << " words, " << example::grouped(static_cast<std::int64_t>(words.size()))
            << " different ones, in " << size_text(bytes) << "\n\n";
  print_times(results, bytes);
  example::print_missing(o);

  example::checks checks;
  std::string agreeing = results[0].policy;
  for (std::size_t i = 1; i < results.size(); ++i) {
    checks.expect(results[i].words == words, results[i].policy + " and " + agreeing + " differ");
    agreeing += ", " + results[i].policy;
  }
  if (o.check) {
    checks.expect(equals_plain_count(words, input), "a plain loop differs");
    agreeing += ", a plain loop";
  }
  if (checks.made() == 0) return 0;  // only one policy
  return checks.verdict("the same words and counts by " + agreeing);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Counts the words of texts and prints the most frequent.\n\n"
      "A word is a sequence of letters and digits, with apostrophes inside (don't). Upper and lower case are the "
      "same\n"
      "for the letters A to Z. Bytes from 128 on count as letters, so that words in UTF-8 stay whole; their case "
      "is\n"
      "kept. Words of the same count come in the order of their bytes.\n\n"
      "Memory: twice the size of the texts, about 0.7 GB for the words of a block of 16 MiB, and 16 bytes for "
      "each word\n"
      "that is different from the others of its block.");
  settings o;
  app.add_option("FILE", o.files, "the texts")->required();
  app.add_option("--top", o.top, "how many words to print")->check(example::between(0))->capture_default_str();
  app.add_flag("--check", o.check, "count again by a hash table in a plain loop, and compare");
  app.add_option("--hash-bits", o.hash_bits, "bits of the hash of a word; few of them make hashes collide")
      ->check(example::between(1, 64))
      ->capture_default_str();
  example::add_policy_options(app, o, example::policies_of_build());
  return example::run(app, argc, argv, [&] { return run(o); });
}
