import { type ESTree, parseSync, Visitor } from "vite";

/** One row of docs/coverage.md with one test that covers it. */
export interface Coverage {
  /** `§1` to `§9`; undefined: beyond the specification. */
  section: string | undefined;
  row: string;
  /** Relative to the project's root. */
  file: string;
  /** The name as written in the code: `the prefix of %s leads to %s`. */
  test: string;
}

export interface CoversComments {
  coverages: Coverage[];
  /** Comments without a row or a test, as `file:line: what is wrong`. */
  faults: string[];
}

const coversShape = /^\s*covers\b/i;
const commentShape = /^ covers(?: (§\d))?(?:: (\S.*?))?\s*$/;
/** Matches white space and further comments. */
const betweenShape = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/;
const testFunctions = ["it", "test", "describe"];

/**
 * Reads the comments `// covers §5: <row>` of a test file. Each belongs to the test below it, to the `describe` below it, or to
 * one case in the table of an `it.each`. With `// covers §5` alone the row is the test's title; `// covers: <row>` is a row that
 * is not in the specification.
 */
export function readCoversComments(file: string, text: string): CoversComments {
  const coverages: Coverage[] = [];
  const faults: string[] = [];
  if (!text.includes("// covers")) return { coverages, faults };
  const { program, comments } = parseSync(file, text);
  const names = namesByStart(program, text);
  for (const comment of comments) {
    if (comment.type !== "Line" || !coversShape.test(comment.value)) continue;
    const at = `${file}:${text.slice(0, comment.start).split("\n").length}`;
    const [matched, section, words] = commentShape.exec(comment.value) ?? [];
    const below = betweenShape.exec(text.slice(comment.end))?.[0].length ?? 0;
    const test = names.get(comment.end + below);
    if (matched === undefined || (section === undefined && words === undefined))
      faults.push(`${at}: write \`// covers §5: <row>\`, \`// covers §5\` or \`// covers: <row>\``);
    else if (test === undefined) faults.push(`${at}: no test stands below`);
    else coverages.push({ section, row: words ?? test, file, test });
  }
  return { coverages, faults };
}

/** Names of tests, and of the cases in tables, by the position of their code. */
function namesByStart(program: ESTree.Program, text: string): Map<number, string> {
  const names = new Map<number, string>();
  const add = (node: ESTree.Node, first: ESTree.Node | null | undefined) => {
    const name = first ? nameIn(first, text) : undefined;
    if (name !== undefined) names.set(node.start, name);
  };
  new Visitor({
    CallExpression(call) {
      const [first] = call.arguments;
      if (testFunctions.includes(calledFunction(call.callee) ?? "")) add(call, first);
    },
    ArrayExpression: (row) => add(row, row.elements[0]),
    ObjectExpression: (row) => add(row, row.properties.find((one) => one.type === "Property")?.value),
  }).visit(program);
  return names;
}

function nameIn(node: ESTree.Node, text: string): string | undefined {
  if (node.type === "TemplateLiteral") return text.slice(node.start + 1, node.end - 1);
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** `it` of `it`, `it.concurrent`, `it.each([...])` and `it.each<...>` with a table. */
function calledFunction(callee: ESTree.Expression | ESTree.Super): string | undefined {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type === "MemberExpression") return calledFunction(callee.object);
  if (callee.type === "CallExpression") return calledFunction(callee.callee);
  return callee.type === "TaggedTemplateExpression" ? calledFunction(callee.tag) : undefined;
}
