import { expect, test } from "vitest";
import { draftsFor, readyItems } from "./ready-items.ts";

const items = (...ids: string[]) => ids.map((shopItemId) => ({ shopItemId, name: shopItemId.toUpperCase() }));
const draft = { documentId: "d1" } as never;
const school = { document_type_id: "school", neededBy: items("young", "both") };
const income = { document_type_id: "income", neededBy: items("both") };

// covers §2: /documents, /documents/submissions
test.each([
  ["nothing is sent in", { status: "missing", draft: null }, { status: "missing", draft: null }, []],
  ["one of two is", { status: "pending", draft }, { status: "missing", draft: null }, ["young"]],
  ["the other is valid already", { status: "pending", draft }, { status: "valid", draft: null }, ["young", "both"]],
  ["all is valid, and nothing waits", { status: "valid", draft: null }, { status: "valid", draft: null }, []],
] as const)("when %s, the documents that can be submitted are listed", (_, first, second, expected) => {
  const documents = [
    { ...school, ...first },
    { ...income, ...second },
  ];
  expect(readyItems(documents, null).map(({ shopItemId }) => shopItemId)).toEqual(expected);
});

test("for a named article only its own documents are listed, with their drafts", () => {
  const documents = [
    { ...school, status: "pending" as const, draft },
    { ...income, status: "pending" as const, draft: { documentId: "d2" } as never },
  ];
  expect(readyItems(documents, "both")).toEqual([{ shopItemId: "both", name: "BOTH" }]);
  expect(draftsFor(documents, "both")).toEqual(["d1", "d2"]);
  expect(draftsFor(documents, "young")).toEqual(["d1"]);
});
