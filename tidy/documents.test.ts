import { describe, expect, it } from "vitest";
import { parameterTables } from "../apps/ticket-api/src/docs/parameter-tables.ts";
import { withStaffPermissionsTable } from "../apps/ticket-api/src/docs/staff-permissions-table.ts";
import { files, read, sources } from "./tree.ts";

const configFiles = [
  ...sources.filter((file) => /(^|[/-])config\.ts$/.test(file)),
  // Variables common to the config of every part.
  "packages/contract/src/demo-mode.ts",
  "packages/contract/src/integrations/bank-channel.ts",
  "packages/contract/src/integrations/wallet-pass-settings.ts",
];
/** Settings of the machine, not of Guichet. */
const machineSettings = ["NODE_ENV", "PATH", "HOME", "TMPDIR", "LANG"];

/** The variables that a config file reads: keys of its schema, or members of the environment. */
function variablesOf(file: string): string[] {
  const text = read(file);
  const keys = [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)];
  const members = [...text.matchAll(/process\.env\.([A-Z][A-Z0-9_]+)/g)];
  return [...keys, ...members].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

const wanted = new Set(configFiles.flatMap(variablesOf).filter((name) => !machineSettings.includes(name)));
const listed = new Set([...read(".env.example").matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name ?? ""));

describe(".env.example", () => {
  it("lists every variable that a part reads", () => {
    expect(wanted.size).toBeGreaterThan(15);
    expect([...wanted].filter((name) => !listed.has(name))).toEqual([]);
  });

  it("lists no variable that nothing reads", () => {
    expect([...listed].filter((name) => !wanted.has(name) && !machineSettings.includes(name))).toEqual([]);
  });
});

describe("README.md", () => {
  it("has every variable in its table", () => {
    const readme = read("README.md");
    expect([...wanted].filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it("links to documents that exist", () => {
    const linked = (file: string) =>
      [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)[^)]*\)/g)].map(([, target]) => target ?? "");
    const known = (target: string) =>
      files.some((file) => file === target || file.startsWith(`${target.replace(/\/$/, "")}/`));
    expect(linked("README.md").filter((target) => !known(target))).toEqual([]);
  });
});

describe("docs/recipes.md, CONTRIBUTING.md and apps/office/README.md", () => {
  it.each(["docs/recipes.md", "CONTRIBUTING.md", "apps/office/README.md"])(
    "%s names only files that exist",
    (document) => {
      const named = [...read(document).matchAll(/`((?:apps|packages|scripts|e2e|tidy|docs|decisions)\/[^`<>*]+)`/g)];
      expect(named.length).toBeGreaterThan(1);
      const gone = named
        .map(([, target = ""]) => target)
        .filter((target) => !files.some((file) => file.startsWith(target)));
      expect(gone).toEqual([]);
    },
  );
});

describe("docs/api-calls.md", () => {
  // covers §7: every parameter of every call is listed
  it("says what the contract says", () => {
    // Compared as a whole, reported briefly.
    expect(read("docs/api-calls.md") === parameterTables(), "run `npm run api-docs`").toBe(true);
  });

  it("describes every parameter (`apps/ticket-api/src/docs/field-meanings.ts`)", () => {
    expect(parameterTables().match(/^\| `.* \| {2}\|$/gm) ?? []).toEqual([]);
  });
});

describe("docs/office.md", () => {
  it("has the table of permissions and roles of the contract", () => {
    const document = read("docs/office.md");
    expect(document === withStaffPermissionsTable(document), "run `npm run api-docs`").toBe(true);
  });
});

describe("docs/api.md", () => {
  // covers §7: quotas as documented
  it("lists every quota with its actual number", async () => {
    const rows = [...read("docs/api.md").matchAll(/\| ([\d,]+) \| `(\w+)` \|$/gm)];
    const written = Object.fromEntries(
      rows.map(([, number = "", name = ""]) => [name, Number(number.replace(",", ""))]),
    );
    const limits: Record<string, unknown>[] = await Promise.all(
      sources.filter((file) => file.startsWith("packages/contract/src/limits/")).map((file) => import(`../${file}`)),
    );
    // The number of trips in a plan is a request size, not a quota.
    const quotas = limits
      .flatMap(Object.entries)
      .filter(
        ([name]) =>
          /Per(Hour|Day|Address|Account|Recipient|Card)|AndHour$/.test(name) && name !== "advisedTripsPerDayMax",
      );
    expect(quotas.length).toBeGreaterThan(15);
    expect(written).toEqual(Object.fromEntries(quotas));
  });
});

describe("decisions", () => {
  const records = files.filter((file) => /^decisions\/\d{3}-[a-z0-9-]+\.md$/.test(file));
  it("have a number of their own, and ten to forty lines", () => {
    const others = files.filter((file) => file.startsWith("decisions/") && !records.includes(file));
    expect(others).toEqual(["decisions/README.md"]);
    const numbers = records.map((file) => file.slice(10, 13));
    expect(new Set(numbers).size).toBe(numbers.length);
    const lengths = records.map((file) => [file, read(file).trimEnd().split("\n").length] as const);
    expect(lengths.filter(([, lines]) => lines < 10 || lines > 40)).toEqual([]);
  });

  it("are listed in decisions/README.md with title and status, and no others are", () => {
    const rows = [...read("decisions/README.md").matchAll(/^\| \[(\d{3})\]\((.+?)\) \| (.+?) \| .+? \| (.+?) \|$/gm)];
    const listed = rows.map(([, number, file, title, status]) => ({ number, file, title, status }));
    expect(listed).toEqual(
      records.map((record) => ({
        number: record.slice(10, 13),
        file: record.slice(10),
        title: /^# \d{3} (.+)$/m.exec(read(record))?.[1],
        status: statusOf(read(record)),
      })),
    );
  });
});

/** The status of a decision by the lines below its title: `Superseded by [NNN]`, `Amended by [NNN]`. */
function statusOf(record: string): string {
  const superseding = /^Superseded by \[(\d{3})\]/m.exec(record)?.[1];
  if (superseding !== undefined) return `superseded by ${superseding}`;
  const amending = [...record.matchAll(/^Amended by \[(\d{3})\]/gm)].map(([, number]) => number);
  return amending.length === 0 ? "accepted" : `accepted, amended by ${amending.join(", ")}`;
}
