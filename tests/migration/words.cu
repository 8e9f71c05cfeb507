// Counts the words of a text: letters that follow another character.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <cstdio>
#include <cstring>

struct begins_word {
  __host__ __device__ bool operator()(char left, char right) const { return !letter(left) && letter(right); }
  __host__ __device__ static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
};

int main() {
  char const text[] = "  Many hands, it is said, make light work; who says it works alone.";
  thrust::device_vector<char> v(text, text + std::strlen(text));
  int const words =
      thrust::inner_product(v.begin(), v.end() - 1, v.begin() + 1, begins_word::letter(text[0]) ? 1 : 0,
                            thrust::plus<int>(), begins_word());
  std::printf("%d words\n", words);
}
