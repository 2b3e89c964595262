import { calls } from "@guichet/contract/calls.ts";
import { refusals } from "@guichet/contract/error-codes.ts";
import { describe, expect, it } from "vitest";
import { answers } from "../apps/ticket-api/src/handlers.ts";
import { codesToCome, untestedCalls, untestedCodes } from "./codes-to-come.ts";
import { files, isTest, read, sources } from "./tree.ts";

const apiTests = files
  .filter((file) => /^(apps\/ticket-api|apps\/shop|packages|e2e)\//.test(file) && isTest(file))
  .map(read);
const allTests = apiTests.join("\n");
const producing = sources
  .filter((file) => /^(apps\/ticket-api\/src|packages\/rules\/src)\//.test(file))
  .map(read)
  .join("\n");

const named = (text: string, word: string) =>
  new RegExp(`["'\`/.]${word.replaceAll(".", "\\.")}(["'\`?]|\\b)`).test(text);

describe("every call of the contract", () => {
  it("has one handler", () => {
    expect(Object.keys(answers).sort()).toEqual(Object.keys(calls).sort());
  });

  it("has a path of its own", () => {
    const places = Object.values(calls).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it("is made in a test", () => {
    const untested = Object.entries(calls).filter(
      ([name, { path }]) => !named(allTests, name) && !allTests.includes(path),
    );
    expect(untested.map(([name]) => name).filter((name) => !untestedCalls.includes(name))).toEqual([]);
  });
});

describe("every error code", () => {
  const codes = Object.keys(refusals);
  const quoted = (text: string, code: string) => new RegExp(`["'\`]${code}["'\`]|\\b${code}:`).test(text);
  const isProduced = (code: string) => quoted(producing, code);

  it("is returned by the source, or listed with the module that will", () => {
    const neither = codes.filter((code) => !isProduced(code) && codesToCome[code] === undefined);
    expect(neither).toEqual([]);
  });

  it("that is returned is not listed as still to come", () => {
    expect(Object.keys(codesToCome).filter((code) => !codes.includes(code) || isProduced(code))).toEqual([]);
  });

  it("that is returned is asserted in a test", () => {
    const unseen = codes.filter((code) => isProduced(code) && !quoted(allTests, code) && !untestedCodes.includes(code));
    expect(unseen).toEqual([]);
  });

  it("that is asserted is not listed as untested", () => {
    expect(untestedCodes.filter((code) => quoted(allTests, code))).toEqual([]);
  });
});
