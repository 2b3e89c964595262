import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { askGroup, catalogueCards, type GroupChoice, type GroupedArticle, isAmbiguous } from "./groups.ts";

const article = (id: string, zone: string | null, audience: string | null, group: string | null = "single") => {
  return { id, group, zone, audience };
};
const byZone = [
  article("adult-a", "A", "26 to 65"),
  article("adult-b", "B", "26 to 65"),
  article("youth-a", "A", "12 to 25"),
  article("youth-b", "B", "12 to 25"),
  article("child", null, "3 to 11"),
];
const none: GroupChoice = { zone: null, audience: null };
const asked = (articles: readonly GroupedArticle[], choice = none) => {
  const { questions, left } = askGroup(articles, choice);
  return [
    questions.map(({ aspect, options }) => [
      aspect,
      options.map(({ value, isChosen }) => (isChosen ? `[${value}]` : value)),
    ]),
    left.map(({ id }) => id),
  ];
};

// covers: articles of a group are one card; zone and age are chosen in it
describe("a group", () => {
  test("asks for the zone, then for the age, until one article is left", () => {
    expect(asked(byZone)).toEqual([[["zone", ["A", "B"]]], byZone.map(({ id }) => id)]);
    expect(asked(byZone, { zone: "adult-b", audience: null })).toEqual([
      [
        ["zone", ["A", "[B]"]],
        ["audience", ["26 to 65", "12 to 25", "3 to 11"]],
      ],
      ["adult-b", "youth-b", "child"],
    ]);
    expect(asked(byZone, { zone: "adult-b", audience: "youth-b" })[1]).toEqual(["youth-b"]);
    expect(asked(byZone, { zone: "adult-b", audience: "child" })[1]).toEqual(["child"]);
  });

  test("does not ask a question with one value", () => {
    expect(asked([article("a", "A", "adults"), article("b", "B", "adults")], { zone: "b", audience: null })).toEqual([
      [["zone", ["A", "[B]"]]],
      ["b"],
    ]);
    expect(asked([article("a", null, "adults"), article("b", null, "youth")])).toEqual([
      [["audience", ["adults", "youth"]]],
      ["a", "b"],
    ]);
    expect(asked([article("a", "A", "adults")])).toEqual([[], ["a"]]);
  });

  test("keeps the age when the zone changes, and ignores choices that belong to another group", () => {
    expect(asked(byZone, { zone: "adult-a", audience: "youth-b" })[1]).toEqual(["youth-a"]);
    expect(asked(byZone, { zone: "elsewhere", audience: "youth-b" })[1]).toHaveLength(5);
  });
});

test("a list has one card for each group, at the place of its first article, and loses nothing", () => {
  const list = [article("x", null, null, null), byZone[0], article("y", null, null, null), byZone[1]].flatMap(
    (one) => one ?? [],
  );
  expect(catalogueCards(list).map((card) => card.map(({ id }) => id))).toEqual([["x"], ["adult-a", "adult-b"], ["y"]]);
});

const someArticles = fc
  .uniqueArray(fc.tuple(fc.constantFrom("A", "B", "C", null), fc.constantFrom("adult", "youth", "child", null)), {
    selector: ([zone, audience]) => `${zone} ${audience}`,
    minLength: 1,
  })
  .map((pairs) => pairs.map(([zone, audience], index) => article(`${index}`, zone, audience)))
  .map((articles) =>
    articles.filter((one, index) => articles.slice(0, index).every((other) => !isAmbiguous(one, other))),
  );

test("every article of a group without ambiguous ones is reached by two choices at most, whatever the group", () => {
  fc.assert(
    fc.property(someArticles, (articles) => {
      for (const wanted of articles) {
        let choice = none;
        const reached = () => askGroup(articles, choice).left;
        for (let taps = 0; taps < 2 && reached().length > 1; taps++) {
          const { questions } = askGroup(articles, choice);
          const open = questions.find(({ options }) => options.every(({ isChosen }) => !isChosen));
          const option = open?.options.find(({ value }) => value === wanted[open.aspect]) ?? open?.options[0];
          if (open !== undefined && option !== undefined) choice = { ...choice, [open.aspect]: option.id };
        }
        expect(reached().map(({ id }) => id)).toEqual([wanted.id]);
      }
    }),
  );
});
