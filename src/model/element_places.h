// Where an array's elements lie, asked for row by row: counted from the first, in elements. In Fortran's
// order the first index runs fastest, so that neighbours of a row are a column apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace model {

// Ask it for no more elements than the array has. Their number must fit a std::size_t.
class ElementPlaces {
  public:
    ElementPlaces(std::span<const std::uint64_t> shape, bool fortran) {
        std::size_t stride = 1;
        if (!fortran) return;
        for (const std::uint64_t size : shape) {
            axes_.push_back({static_cast<std::size_t>(size), stride, 0});
            stride *= static_cast<std::size_t>(size);
        }
    }

    std::size_t next() {
        if (axes_.empty()) return at_++;
        const std::size_t place = at_;
        // As an odometer: the last index goes on; one that is through begins again, and that before it goes
        // on.
        for (std::size_t i = axes_.size(); i-- > 0;) {
            Axis& axis = axes_[i];
            at_ += axis.stride;
            if (++axis.index < axis.size) break;
            at_ -= axis.stride * axis.size;
            axis.index = 0;
        }
        return place;
    }

  private:
    struct Axis {
        std::size_t size, stride, index;
    };
    std::vector<Axis> axes_;  // none: one element after the other
    std::size_t at_ = 0;
};

}  // namespace model
