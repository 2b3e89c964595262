import { expect, test } from "vitest";
import { serverClock } from "./server-clock.ts";

const at = (time: string) => `2026-11-20T${time}:00.000Z`;
const ms = (time: string) => Date.parse(at(time));
const minute = 60_000;

function device(time: string) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const state = { wall: ms(time), ticks: 0 };
  const opened = () =>
    serverClock(
      storage,
      () => state.wall,
      () => state.ticks,
    );
  return { state, opened };
}

// covers: a ticket is checked in the office's browser without a connection
test("within a page, a clock that is set back changes nothing; a page that slept goes by the clock", () => {
  const { state, opened } = device("11:00");
  const clock = opened();
  // This device is two hours ahead of the server.
  clock.heard(at("09:00"));
  const list = { asOf: at("09:00"), receivedAt: state.wall };
  state.wall = ms("05:00");
  state.ticks = 30 * minute;
  expect(clock.read(list)).toEqual({ now: at("09:30"), isClockWrong: false });
  state.wall = ms("14:00");
  expect(clock.read(list)).toEqual({ now: at("12:00"), isClockWrong: false });
});

test("a page that is opened after the clock was set back knows it by the list or by an earlier check", () => {
  const { state, opened } = device("09:00");
  opened().heard(at("09:00"));
  const list = { asOf: at("09:00"), receivedAt: state.wall };
  state.wall = ms("08:00");
  expect(opened().read(list)).toEqual({ now: at("09:00"), isClockWrong: true });
  state.wall = ms("18:00");
  opened().seen(opened().read(list).now);
  state.wall = ms("12:00");
  expect(opened().read(list)).toEqual({ now: at("18:00"), isClockWrong: true });
  // What the server says counts again, also if this device was ahead.
  const clock = opened();
  clock.heard(at("12:01"));
  expect(clock.read({ asOf: at("12:01"), receivedAt: state.wall })).toEqual({ now: at("12:01"), isClockWrong: false });
});

test("a clock that corrects itself by seconds is no wrong one", () => {
  const { state, opened } = device("09:00");
  opened().heard(at("09:00"));
  const list = { asOf: at("09:00"), receivedAt: state.wall };
  state.wall -= 5_000;
  expect(opened().read(list)).toEqual({ now: at("09:00"), isClockWrong: false });
});
