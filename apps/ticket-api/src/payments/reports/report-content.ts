import type { ReportedMovement } from "../../integrations/reported/report-store.ts";

/** A movement of a file, with its line there and the reason for a chargeback as it is written. */
export interface FileMovement extends ReportedMovement {
  line: number;
  reasonCode: string | null;
}

/** What is wrong with a file, or what a person should know of it; line 0: the file as a whole. */
export interface ReportNote {
  line: number;
  text: string;
}

export interface ReportFile {
  /** The number of the shop at Lyra. */
  shop: string;
  /** Whether the file says that it is of the shop's test mode; undefined: it does not say. */
  isTest: boolean | undefined;
  movements: FileMovement[];
  /** Lines that are no movement of money, by design. */
  notes: ReportNote[];
}
