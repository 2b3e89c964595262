import type { Dependencies } from "../dependencies.ts";
import { parties } from "../integrations/unreachable.ts";
import { countGivenUp, countJobs } from "./failed-job-store.ts";
import { readOutages } from "./outage-store.ts";

/** What an operator has to know of the jobs: what was given up, by kind, and who cannot be reached. */
export async function jobDetails({ db }: Pick<Dependencies, "db">) {
  const outages = await readOutages(db);
  return {
    givenUp: await countGivenUp(db),
    unreachable: outages.map(({ party, since, retryAt }) => ({ party, since, retryAt })),
  };
}

/** The same for Prometheus. Every kind and every party has its line, so that a rule can tell nought from nothing. */
export async function jobMetrics({ db, jobHandlers }: Pick<Dependencies, "db" | "jobHandlers">): Promise<string> {
  const counted = new Map((await countJobs(db)).map((one) => [one.kind, one]));
  const kinds = [...new Set([...Object.keys(jobHandlers), ...counted.keys()])].sort();
  const away = new Set((await readOutages(db)).map(({ party }) => party));
  return [
    ...gauge("guichet_work_waiting", "Jobs that wait, by kind"),
    ...kinds.map((kind) => `guichet_work_waiting{kind="${kind}"} ${counted.get(kind)?.waiting ?? 0}`),
    ...gauge("guichet_work_given_up", "Jobs that failed too often and were left to a person, by kind"),
    ...kinds.map((kind) => `guichet_work_given_up{kind="${kind}"} ${counted.get(kind)?.givenUp ?? 0}`),
    ...gauge("guichet_party_unreachable", "1: jobs wait for this party outside, which cannot be reached"),
    ...parties.map((party) => `guichet_party_unreachable{party="${party}"} ${away.has(party) ? 1 : 0}`),
    "",
  ].join("\n");
}

const gauge = (name: string, help: string): string[] => [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`];
