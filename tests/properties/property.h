// A property: a function that holds for every case.
#pragma once

class choices;

struct property {
  char const* name;
  void (*check)(choices&);
};
