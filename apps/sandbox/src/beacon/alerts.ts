import type { PublishedAlert } from "@guichet/contract/integrations/sandbox-beacon.ts";
import type { z } from "zod";

export type Published = z.output<typeof PublishedAlert> & { id: string };

/** Alerts published by testers; they are lost at a restart. */
export interface Alerts {
  all(): readonly Published[];
  /** Alerts of the given channels; with `displayedAt`, only those in their window at that time. */
  on(channels: readonly string[], displayedAt?: Date): Published[];
  replace(alerts: readonly z.output<typeof PublishedAlert>[]): void;
  add(alert: z.output<typeof PublishedAlert>): void;
}

export function publishedAlerts(newId: () => string): Alerts {
  let kept: Published[] = [];
  const named = (alert: z.output<typeof PublishedAlert>): Published => ({ ...alert, id: alert.id ?? newId() });
  return {
    all: () => kept,
    on: (channels, displayedAt) =>
      kept
        .filter((alert) => channelsOf(alert).some((channel) => channels.includes(channel)))
        .filter((alert) => displayedAt === undefined || isDisplayed(alert, displayedAt.getTime())),
    replace: (alerts) => {
      kept = alerts.map(named);
    },
    add: (alert) => {
      const one = named(alert);
      kept = [...kept.filter(({ id }) => id !== one.id), one];
    },
  };
}

/** Channels of an alert: one per flag, or its scope without flags. */
function channelsOf({ channel, flags }: Published): string[] {
  return flags.length === 0 || isFlagged(channel) ? [channel] : flags.map((flag) => `${channel}/${flag}`);
}

const isFlagged = (channel: string): boolean => /^(?:global|network\/[^/]+)\/./.test(channel);

function isDisplayed({ displayAfter, displayBefore }: Published, atMs: number): boolean {
  if (displayAfter !== null && atMs < Date.parse(displayAfter)) return false;
  return displayBefore === null || atMs < Date.parse(displayBefore);
}
