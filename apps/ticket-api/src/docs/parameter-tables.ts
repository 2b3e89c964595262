import { type Call, commonFields, impliedRefusals, spellings } from "@guichet/contract/call.ts";
import { calls } from "@guichet/contract/calls.ts";
import { rolesByPermission } from "@guichet/contract/staff-roles.ts";
import { z } from "zod";
import { meaningOf } from "./field-meanings.ts";
import { wordsOf } from "./field-words.ts";
import { isRequired, type Json, jsonSchema } from "./fields.ts";

const head = `# The calls and their parameters

\`npm run api-docs\` generates this page from the contract. [api.md](api.md) describes what all calls share (envelope, signature, sessions, quotas); \`/openapi.json\` describes the answers.

A parameter that is listed neither here for its call nor under "What every call takes" is refused (\`FIELD_UNKNOWN\`). GET and DELETE take parameters in the query, where a list is joined by commas and yes or no is \`true\` or \`false\`. Other methods take them in a
JSON body, uploads in a form. A name with \`?\` is an optional key of an object.
`;

const sessionWords: Readonly<Record<Call["session"], string>> = {
  none: "anybody",
  optional: "anybody; with a session, its customer",
  user: "a customer's session, including a guest's",
  account: "a session of an account",
  holder: "a session of the account's holder",
  staff: "the staff",
};
const rightWords = {
  counter: "a client with the right `counter`",
  validator: "a client with the right `validator`",
  office: "the office's client",
};

/** Markdown tables of every call's parameters: type, range, required, meaning, and who may call. */
export function parameterTables(): string {
  const definitions = Object.entries(calls) as [string, Call][];
  const modules = Map.groupBy(definitions, ([, { module }]) => module);
  const chapters = [...modules].map(([module, own]) =>
    [`## ${module}`, ...own.map(([, call]) => sectionOf(call))].join("\n\n"),
  );
  return `${[head, commonSection(), ...chapters].join("\n")}\n`;
}

function commonSection(): string {
  const also = Object.entries(spellings).map(([other, field]) => `\`${other}\` for \`${field}\``);
  return `## What every call takes\n\n${tableOf("", commonFields, [])}\n\nOther spellings are accepted too: ${also.join(", ")}.\n`;
}

function sectionOf(call: Call): string {
  const { method, path, summary, request, upload } = call;
  const file: string[] = upload === undefined ? [] : [`| \`${upload}\` | file | | part of the form, not signed |`];
  const fields =
    Object.keys(request).length + file.length === 0 ? "No parameters of its own." : tableOf(path, request, file);
  return `### ${method} ${path.slice(1)}\n\n${summary}\n\n${whoAndWhat(call)}\n\n${fields}\n\nRefusals of its own: ${refusalsOf(call)}.`;
}

function whoAndWhat({ session, opensTo = [], network, right, permission, idempotent, file }: Call): string {
  const limited = [...opensTo].map((one) => (one === "card" ? "a card's session" : "an account about to be deleted"));
  const who = [sessionWords[session], ...(session === "none" || session === "optional" ? [] : limited)].join("; also ");
  const facts = [
    `Who: ${who}${right === undefined ? "" : `, by ${rightWords[right]}`}${permission === undefined ? "" : `, with the permission \`${permission}\` (${rolesByPermission[permission].join(", ")})`}.`,
    network === "optional" ? "`networkId` may be left out." : "`networkId` is needed.",
    idempotent ? "Takes `Idempotency-Key`." : "",
    file === undefined ? "" : `Returns ${file}.`,
  ];
  return facts.filter((fact) => fact !== "").join(" ");
}

function refusalsOf(call: Call): string {
  const implied = new Set<string>(impliedRefusals(call));
  const own = call.refusals.filter((code) => !implied.has(code)).map((code) => `\`${code}\``);
  return own.length === 0 ? "none" : own.join(", ");
}

function tableOf(path: string, fields: Readonly<Record<string, z.ZodType>>, more: readonly string[]): string {
  const { properties } = jsonSchema(z.object(fields), "input") as { properties?: Record<string, Json> };
  // The range of a number that may come as text is checked by its parser.
  const { properties: parsed = {} } = jsonSchema(z.object(fields), "output") as { properties?: Record<string, Json> };
  const rows = Object.entries(properties ?? {}).map(([name, schema]) => {
    const { description, ...described } = schema as Json & { description?: string };
    const need = isRequired(fields[name]) ? "needed" : "";
    return `| \`${name}\` | ${wordsOf(parsed[name]?.type === "integer" ? (parsed[name] ?? {}) : described)} | ${need} | ${cell(description ?? meaningOf(path, name) ?? "")} |`;
  });
  return ["| parameter | takes | | meaning |", "| --- | --- | --- | --- |", ...rows, ...more].join("\n");
}

const cell = (text: string): string => text.replaceAll("\n", " ").replaceAll("|", "\\|");
