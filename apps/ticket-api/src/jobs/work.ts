import type { House } from "../house.ts";
import type { DueWork } from "./work-store.ts";

/** What a piece of work says when it ends well: done, or to be done again at an instant (`afresh`: its tries count anew). */
export type WorkEnd = { again: Date; payload?: Record<string, unknown>; afresh?: boolean } | undefined;
export type Work = (house: House, work: DueWork) => Promise<WorkEnd>;
