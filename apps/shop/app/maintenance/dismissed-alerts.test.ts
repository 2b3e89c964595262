import { beforeEach, expect, test, vi } from "vitest";

let storage: Map<string, string>;
beforeEach(() => {
  storage = new Map();
  vi.resetModules();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
});
const fresh = () => import("./dismissed-alerts.ts");
const stored = () => JSON.parse(storage.get("dismissed-alerts") ?? "null");

// covers: alerts are dismissed on the device, except critical ones
test("dismissed alerts are stored on the device: each once, the latest twenty", async () => {
  const { dismissAlert } = await fresh();
  for (const key of ["a", "b", "a"]) dismissAlert(key);
  expect(stored()).toEqual(["b", "a"]);
  for (let count = 0; count < 25; count += 1) dismissAlert(`k${count}`);
  expect(stored()).toHaveLength(20);
  expect(stored().at(-1)).toBe("k24");
});

test.each(["{broken", '{"a":1}', "[1,null]", "null"])(
  "invalid storage (%s) counts as nothing dismissed",
  async (value) => {
    storage.set("dismissed-alerts", value);
    const { dismissAlert } = await fresh();
    dismissAlert("a");
    expect(stored()).toEqual(["a"]);
  },
);

test("blocked or full storage never throws", async () => {
  const refuse = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  const { dismissAlert } = await fresh();
  expect(() => dismissAlert("a")).not.toThrow();
});

test("the script in the head hides the stored keys by rules, and nothing else", async () => {
  const { dismissedAlertsScript } = await fresh();
  const rules: string[] = [];
  const run = (value: string | undefined, sheets: unknown[]) => {
    rules.length = 0;
    const local = { getItem: () => value };
    new Function("localStorage", "document", dismissedAlertsScript)(local, { styleSheets: sheets });
    return [...rules];
  };
  const sheet = { insertRule: (rule: string) => rules.push(rule) };
  expect(run('["Ab-1_","x\\"]{} *{display:none} [y=\\""]', [sheet])).toEqual(['[data-alert="Ab-1_"]{display:none}']);
  expect(run("{broken", [sheet])).toEqual([]);
  expect(run(undefined, [sheet])).toEqual([]);
  expect(run('["a"]', [])).toEqual([]);
});
