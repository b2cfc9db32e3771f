// Runs a fuzzer's function over its corpus and over random mutations of it, without libFuzzer.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

constexpr int kMutations = 20'000;

using Input = std::vector<uint8_t>;

Input readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void mutate(Input& input, std::mt19937& random, const std::vector<Input>& corpus) {
    const auto below = [&](size_t limit) { return limit == 0 ? 0 : random() % limit; };
    switch (random() % 5) {
        case 0:  // change a byte
            if (!input.empty()) {
                input[below(input.size())] = static_cast<uint8_t>(random());
            }
            break;
        case 1:  // cut a piece out
            if (!input.empty()) {
                const auto start = input.begin() + static_cast<std::ptrdiff_t>(below(input.size()));
                const auto length = below(static_cast<size_t>(input.end() - start)) + 1;
                input.erase(start, start + static_cast<std::ptrdiff_t>(length));
            }
            break;
        case 2:  // double a piece
            if (!input.empty()) {
                const size_t start = below(input.size());
                const size_t length = std::min<size_t>(below(64) + 1, input.size() - start);
                const Input piece(input.begin() + static_cast<std::ptrdiff_t>(start),
                                  input.begin() + static_cast<std::ptrdiff_t>(start + length));
                input.insert(input.begin() + static_cast<std::ptrdiff_t>(start), piece.begin(),
                             piece.end());
            }
            break;
        case 3: {  // continue with the end of another input
            const Input& other = corpus[below(corpus.size())];
            input.resize(below(input.size() + 1));
            const auto tail = static_cast<std::ptrdiff_t>(below(other.size() + 1));
            input.insert(input.end(), other.begin() + tail, other.end());
            break;
        }
        default:  // insert a byte that is likely to matter
            constexpr char kBytes[] = "{}[]\",:\\0919-.eE truefalsenull\xff\x80";
            input.insert(input.begin() + static_cast<std::ptrdiff_t>(below(input.size() + 1)),
                         static_cast<uint8_t>(kBytes[below(sizeof kBytes)]));
            break;
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s CORPUS_FOLDER [SEED]\n", argv[0]);
        return 2;
    }
    std::vector<Input> corpus;
    for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
        corpus.push_back(readFile(entry.path()));
        LLVMFuzzerTestOneInput(corpus.back().data(), corpus.back().size());
    }
    if (corpus.empty()) {
        std::fprintf(stderr, "no input in %s\n", argv[1]);
        return 2;
    }
    const auto seed = argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10))
                               : std::random_device{}();
    std::printf("%zu inputs, %d mutations, seed %u\n", corpus.size(), kMutations, seed);
    std::fflush(stdout);
    std::mt19937 random(seed);
    Input input;
    for (int i = 0; i < kMutations; ++i) {
        if (i % 8 == 0 || input.size() > 4096) {
            input = corpus[random() % corpus.size()];
        }
        mutate(input, random, corpus);
        LLVMFuzzerTestOneInput(input.data(), input.size());
    }
    return 0;
}
