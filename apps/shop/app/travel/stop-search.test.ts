import { expect, test } from "vitest";
import { findStops } from "./stop-search.ts";

const stops = ["Étang Bleu", "L’Anse Verte", "Port", "Vieux Port", "المرفأ"].map((name) => ({ id: name, name }));

test.each([
  ["", ["Étang Bleu", "L’Anse Verte", "Port", "Vieux Port", "المرفأ"]],
  ["etang", ["Étang Bleu"]],
  ["l'anse", ["L’Anse Verte"]],
  ["PORT", ["Port", "Vieux Port"]],
  ["port vieux", ["Vieux Port"]],
  ["مرفا", ["المرفأ"]],
  ["quai", []],
])("%j finds %j", (typed, names) => {
  expect(findStops(stops, typed).map(({ name }) => name)).toEqual(names);
});
