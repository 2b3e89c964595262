import { describe, expect, it } from "vitest";
import { byDistance, distanceWords, kilometres, placeNamed } from "./distance.ts";

const paris = { latitude: 48.8566, longitude: 2.3522 };
const lyon = { latitude: 45.764, longitude: 4.8357 };
const site = (addressPostalCode: string, addressCity: string, at: { latitude: number; longitude: number } | null) => ({
  addressPostalCode,
  addressCity,
  latitude: at?.latitude ?? null,
  longitude: at?.longitude ?? null,
});
const sites = [site("69001", "Lyon", lyon), site("75001", "Paris", paris), site("13001", "Éguilles", null)];

describe("distances are computed in the browser", () => {
  it("from Paris to Lyon it is 391 km, to the same place 0", () => {
    expect(Math.round(kilometres(paris, lyon))).toBe(391);
    expect(kilometres(paris, paris)).toBe(0);
  });

  it("across the date line the short way counts", () => {
    const west = { latitude: 0, longitude: 179.5 };
    expect(Math.round(kilometres(west, { latitude: 0, longitude: -179.5 }))).toBe(111);
  });

  it.each([
    ["75001", paris],
    [" lyon ", lyon],
    ["LYO", lyon],
    ["eguilles", null],
    ["Brest", null],
    ["", null],
  ])("%j is the position %o", (typed, place) => {
    expect(placeNamed(typed, sites)).toEqual(place);
  });

  it("the nearest agency comes first, agencies without a position last; without the customer's position the order is unchanged", () => {
    expect(byDistance(sites, paris).map(({ site: { addressCity } }) => addressCity)).toEqual([
      "Paris",
      "Lyon",
      "Éguilles",
    ]);
    expect(byDistance(sites, null).map(({ distanceKm }) => distanceKm)).toEqual([null, null, null]);
  });

  it("short distances are rounded to 100 metres, long ones to a kilometre", () => {
    expect(distanceWords(1.24, "fr").replaceAll(/\s/g, " ")).toBe("1,2 km");
    expect(distanceWords(392.4, "en").replaceAll(/\s/g, " ")).toBe("392 km");
    expect(distanceWords(12, "ar")).toContain("12");
  });
});
