// The directory of a .zip: entries and where they lie, and each way of being malformed by its sentence. Files
// that Python wrote are in arrays.test.cpp.
#include "model/zip.h"

#include <zlib.h>

#include "file_bytes.h"
#include "helpers.h"

using namespace model;
using namespace test;

namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 30;

Packed stored(const std::string& name, const std::string& data) {
    return {name, data, data.size()};
}

std::string error_of(const std::string& text, std::uint64_t most_bytes = plenty) {
    const File file = file_of(text);
    const Zip zip = read_zip(file, most_bytes);
    if (zip.error) CHECK(zip.entries.empty());
    return message(zip.error);
}

std::string error_of(const std::vector<Packed>& entries, const ZipEnd& end = {},
                     std::uint64_t most_bytes = plenty) {
    return error_of(zip_text(entries, end), most_bytes);
}

std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

TEST_CASE("zip: names, methods, sizes, checksums and places, of 32 bits and of 64") {
    for (const bool wide : {false, true}) {
        for (const bool wide_end : {false, true}) {
            const std::string other_extra = little(0x7875, 2) + little(3, 2) + "abc";
            const std::string file_text =
                zip_text({{.name = "q.npy", .data = "abcde", .size = 5, .crc32 = 0x12345678, .wide = wide},
                          {.name = "größe.npy", .data = "", .before = "...", .extra = other_extra},
                          {.name = "k.npy",
                           .data = "xy",
                           .size = 2064,
                           .method = 8,
                           .flags = 8,
                           .wide = wide,
                           .extra = other_extra}},
                         {.wide = wide_end, .comment = wide ? "PK\5\6 as it begins" : ""});
            const File file = file_of(file_text);
            const Zip zip = read_zip(file, plenty);
            CHECK(message(zip.error) == "");
            REQUIRE(zip.entries.size() == 3);
            CHECK(zip.entries[0].name == "q.npy");
            CHECK(!zip.entries[0].deflated);
            CHECK(zip.entries[0].size == 5);
            CHECK(zip.entries[0].crc32 == 0x12345678);
            CHECK(zip.entries[0].bytes.data() == file.data() + file_text.find("abcde"));
            CHECK(text_of(zip.entries[0].bytes) == "abcde");
            CHECK(zip.entries[1].name == "größe.npy");
            CHECK(zip.entries[1].bytes.empty());
            CHECK(zip.entries[2].deflated);
            CHECK(zip.entries[2].size == 2064);
            CHECK(text_of(zip.entries[2].bytes) == "xy");
        }
    }
    CHECK(error_of(zip_text({})) == "");
    CHECK(error_of(zip_text({}, {.wide = true})) == "");
    CHECK(error_of(zip_text({}, {.comment = std::string(65535, ' ')})) == "");
}

TEST_CASE("zip: cut short anywhere it is none, and neither with anything before its begin or after its end") {
    for (const bool wide : {false, true}) {
        const std::string whole = zip_text({stored("q.npy", "abc"), stored("k.npy", "defg")}, {.wide = wide});
        CHECK(error_of(whole) == "");
        for (std::size_t size = 0; size < whole.size(); ++size)
            CHECK(error_of(whole.substr(0, size)) ==
                  "file is no whole .zip: the end of its directory is missing");
        CHECK(error_of(whole + "\n") == "file is no whole .zip: the end of its directory is missing");
        for (std::size_t size = 1; size < whole.size(); ++size) CHECK(error_of(whole.substr(size)) != "");
    }
    const std::string whole = zip_text({stored("q.npy", "abc")});
    CHECK(error_of(whole.substr(1)) == "file has a directory that lies outside of it");
    CHECK(error_of("#" + whole) == "file has something else than an entry in its directory, at its byte 58");
    const std::string end(22, '\0');
    CHECK(error_of(end) == "file is no whole .zip: the end of its directory is missing");
}

TEST_CASE("zip: a directory that is not where it is said to be, or not as long") {
    const std::vector<Packed> one{stored("q.npy", "abc")};
    CHECK(error_of(one, {.shifted = 1}) == "file has a directory that lies outside of it");
    CHECK(error_of(one, {.wide = true, .shifted = 1}) == "file has a directory that lies outside of it");
    // a size, or a place, whose end wraps around to within
    for (const std::size_t field : {40, 48}) {
        std::string text = zip_text(one, {.wide = true});
        text.replace(text.find("PK\6\6") + field, 8, std::string(8, '\xff'));
        CHECK(error_of(text) == "file has a directory that lies outside of it");
    }
    CHECK(error_of(one, {.shifted = 0xfffffff0}) ==
          "file has something else than an entry in its directory, at its byte 42");
    CHECK(error_of(one, {.rest = "PK\1\2"})
              .starts_with("file has something else than an entry in its directory, at its byte "));
    CHECK(error_of(one, {.rest = "PK\1\2" + std::string(42, '\xff')})
              .starts_with("file has something else than an entry"));
    CHECK(error_of(one, {.rest = std::string(46, ' ')}).starts_with("file has something else than an entry"));
    CHECK(error_of(one, {.more = 1}) == "file is said to have 2 entries, has 1");
    CHECK(error_of(one, {.wide = true, .more = UINT64_MAX}) == "file is said to have 0 entries, has more");
    CHECK(error_of(one, {.wide = true, .more = 65536}) ==
          "file is said to have 65537 entries, 65536 at most are read");
    CHECK(error_of(one, {.wide = true, .more = 65535}) == "file is said to have 65536 entries, has 1");
    // which part this is, where the directory begins, how many entries are in this one; of 16 bits, and of 32
    // or 64
    std::string text = zip_text(one);
    for (const std::size_t field : {4, 6, 8}) {
        std::string part = text;
        part[part.find("PK\5\6") + field] ^= 2;
        CHECK(error_of(part) == "file is one of several parts of a .zip");
    }
    text = zip_text(one, {.wide = true});
    for (const std::size_t field : {16, 20, 24}) {
        std::string part = text;
        part[part.find("PK\6\6") + field] ^= 2;
        CHECK(error_of(part) == "file is one of several parts of a .zip");
    }
    text.replace(text.find("PK\6\6"), 4, "PK\6\5");
    CHECK(error_of(text) == "file is no whole .zip: the end of its directory is not where it says");
    text = zip_text(one, {.wide = true});
    text.replace(text.find("PK\6\7") + 8, 8, std::string(8, '\xff'));
    CHECK(error_of(text) == "file is no whole .zip: the end of its directory is not where it says");
    text.replace(text.find("PK\6\7"), 4, "PK\6\5");
    CHECK(error_of(text) == "file has a directory that lies outside of it");
}

TEST_CASE("zip: entries that are not where the directory says, or share bytes") {
    const Packed q = stored("q.npy", "abcdefghij"), k = stored("k.npy", "0123456789");
    const auto with = [&](auto change) {
        std::vector<Packed> both{q, k};
        change(both[1]);
        return error_of(both);
    };
    CHECK(with([](Packed&) {}) == "");
    CHECK(with([](Packed& entry) { entry.shifted = 1; }) == "k.npy is not where the directory says");
    CHECK(with([](Packed& entry) { entry.shifted = 1u << 31; }) == "k.npy is not where the directory says");
    CHECK(with([](Packed& entry) { entry.wide = true, entry.shifted = 0 - std::uint64_t{66}; }) ==
          "k.npy is not where the directory says");
    CHECK(with([](Packed& entry) { entry.own_name = "v.npy"; }) == "k.npy has another name where it lies");
    // the first entry's place for the second
    CHECK(with([](Packed& entry) { entry.shifted = 0 - std::uint64_t{65}; }) ==
          "k.npy overlaps another entry");
    // an entry within another one's data
    const std::string inner = zip_text({k}).substr(0, 65);
    std::vector<Packed> nested{stored("q.npy", inner), k};
    nested[1].shifted = 0 - std::uint64_t{65};
    CHECK(error_of(nested) == "k.npy overlaps another entry");
    // two names for one place
    std::string text = zip_text({q, k});
    const std::size_t second = text.rfind("PK\1\2");
    text.replace(second + 42, 4, little(0, 4));
    CHECK(error_of(text).ends_with("overlaps another entry"));
    // data that reach into the directory
    text = zip_text({q});
    const std::size_t listed = text.find("PK\1\2");
    CHECK(error_of(std::string(text).replace(listed + 20, 8, little(11, 4) + little(11, 4))) ==
          "q.npy lies outside of the file's data");
    CHECK(error_of(std::string(text).replace(listed + 20, 8, little(10, 4) + little(10, 4))) == "");
    CHECK(error_of(std::string(text).replace(28, 2, "\xff\xff")) == "q.npy lies outside of the file's data");
}

TEST_CASE("zip: entries that are not read") {
    const auto with = [&](auto change) {
        Packed entry = stored("q.npy", "abc");
        change(entry);
        return error_of({entry});
    };
    for (const int flag : {1, 1 << 6, 1 << 13})
        CHECK(with([&](Packed& entry) { entry.flags = flag; }) == "q.npy is encrypted");
    CHECK(with([](Packed& entry) { entry.flags = 1 << 3 | 1 << 11; }) == "");
    CHECK(with([](Packed& entry) { entry.disk = 1; }) == "q.npy lies in another part of a .zip of several");
    for (const int method : {1, 9, 12, 14, 93})
        CHECK(with([&](Packed& entry) { entry.method = method; }) ==
              "q.npy is compressed by method " + std::to_string(method) +
                  ", must be stored (0) or deflated (8)");
    CHECK(with([](Packed& entry) { entry.size = 4; }) == "q.npy is stored in 3 bytes and said to have 4");
    CHECK(with([](Packed& entry) { entry.size = 2; }) == "q.npy is stored in 3 bytes and said to have 2");
    CHECK(error_of({stored("q.npy", "abc"), stored("k.npy", ""), stored("q.npy", "de")}) ==
          "q.npy is there twice");
    for (const std::string& name : {std::string("caf\xe9.npy"), std::string("q\0.npy", 6)})
        CHECK(with([&](Packed& entry) { entry.name = name; }) ==
              "file has an entry whose name is not text in UTF-8");
}

TEST_CASE("zip: numbers of 64 bits that are missing") {
    const auto with = [&](const std::string& extra) {
        Packed entry = stored("q.npy", "abc");
        entry.extra = extra;
        std::string text = zip_text({entry});
        return error_of(text.replace(text.rfind("PK\1\2") + 24, 4, little(0xffffffff, 4)));
    };
    const std::string missing = "q.npy has a size or place of 64 bits that is missing";
    CHECK(with("") == missing);
    CHECK(with(little(1, 2) + little(7, 2) + std::string(7, '\0')) == missing);
    CHECK(with(little(1, 2) + little(9, 2) + little(3, 8)) == missing);
    CHECK(with(little(2, 2) + little(8, 2) + little(3, 8)) == missing);
    CHECK(with(little(1, 2)) == missing);
    CHECK(with(little(1, 2) + little(8, 2) + little(3, 8)) == "");
    CHECK(with(little(2, 2) + little(0, 2) + little(1, 2) + little(8, 2) + little(3, 8)) == "");
    CHECK(with(little(1, 2) + little(8, 2) + little(UINT64_MAX, 8)) ==
          "q.npy is stored in 3 bytes and said to have 18446744073709551615");
}

TEST_CASE("zip: more than is read, and more than can be") {
    const Packed q = stored("q.npy", "abc"), k{.name = "k.npy", .data = "x", .size = 1032, .method = 8};
    CHECK(error_of({q, k}, {}, 1035) == "");
    CHECK(error_of({q, k}, {}, 1034) ==
          "k.npy is said to have 1032 bytes, with what is before it 1034 are read at most");
    CHECK(error_of({k, q}, {}, 1034) ==
          "q.npy is said to have 3 bytes, with what is before it 1034 are read at most");
    CHECK(error_of({q, k}, {}, 2) ==
          "q.npy is said to have 3 bytes, with what is before it 2 are read at most");
    Packed bomb = k;
    bomb.size = 2063;
    CHECK(error_of({bomb}) == "");
    bomb.size = 2064;
    CHECK(error_of({bomb}) == "k.npy is said to have 2064 bytes, of which its 1 compressed ones cannot be");
    // sizes whose sum wraps around
    bomb.wide = true;
    bomb.size = UINT64_MAX;
    CHECK(error_of({q, bomb}, {}, UINT64_MAX) ==
          "k.npy is said to have 18446744073709551615 bytes, with what is before it 18446744073709551615 are "
          "read at most");
}

TEST_CASE("zip: random entries come back, and none of another's bytes") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    Random random(seed);
    const auto noise = [&](int most) {
        std::string text;
        for (int i = random.from(0, most); i > 0; --i) text += "PK\1\2\3\4\5\6\7."[random.from(0, 9)];
        return text;
    };
    for (int round = 0; round < 300; ++round) {
        std::vector<Packed> entries(z(random.from(0, 6)));
        for (std::size_t i = 0; i < entries.size(); ++i) {
            Packed& entry = entries[i];
            entry.name = std::to_string(i) + std::string(z(random.from(0, 20)), '_');
            entry.data = noise(80);
            entry.method = random.from(0, 1) * 8;
            entry.size = entry.method ? entry.data.size() * z(random.from(0, 1032)) : entry.data.size();
            entry.crc32 = static_cast<std::uint32_t>(random.from(0, INT32_MAX));
            entry.flags = random.from(0, 1) * 8 | random.from(0, 1) << 11;
            entry.wide = random.from(0, 1);
            entry.before = noise(9);
            if (random.from(0, 1)) entry.extra = little(0x5455, 2) + little(5, 2) + "\3tttt";
        }
        const File file = file_of(zip_text(
            entries, {.wide = random.from(0, 1) == 1, .comment = std::string(z(random.from(0, 30)), 'c')}));
        const Zip zip = read_zip(file, plenty);
        REQUIRE(message(zip.error) == "");
        REQUIRE(zip.entries.size() == entries.size());
        for (std::size_t i = 0; i < entries.size(); ++i) {
            CHECK(zip.entries[i].name == entries[i].name);
            CHECK(zip.entries[i].deflated == (entries[i].method == 8));
            CHECK(text_of(zip.entries[i].bytes) == entries[i].data);
            CHECK(zip.entries[i].size == entries[i].size);
            CHECK(zip.entries[i].crc32 == entries[i].crc32);
        }
    }
}

TEST_CASE("zip: checksums are zlib's") {
    CHECK(model::crc32({}) == 0);
    CHECK(model::crc32(file_of("123456789")) == 0xcbf43926);
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    Random random(seed);
    std::string text;
    for (int round = 0; round < 300; ++round) {
        text += static_cast<char>(random.from(0, 255));
        CHECK(model::crc32(file_of(text)) ==
              ::crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
    }
}
