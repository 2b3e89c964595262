import type { Dependencies } from "../dependencies.ts";
import { parties } from "../integrations/unreachable.ts";
import { countGivenUp, countJobs } from "./failed-job-store.ts";
import { readOutages } from "./outage-store.ts";

/** What an operator needs to know about the jobs: given-up jobs by kind, and unreachable parties. */
export async function jobDetails({ db }: Pick<Dependencies, "db">) {
  const outages = await readOutages(db);
  return {
    givenUp: await countGivenUp(db),
    unreachable: outages.map(({ party, since, retryAt }) => ({ party, since, retryAt })),
  };
}

/** The same for Prometheus. Every kind and every party has a line, so that a rule can tell zero from missing. */
export async function jobMetrics({ db, jobHandlers }: Pick<Dependencies, "db" | "jobHandlers">): Promise<string> {
  const counted = new Map((await countJobs(db)).map((one) => [one.kind, one]));
  const kinds = [...new Set([...Object.keys(jobHandlers), ...counted.keys()])].sort();
  const unreachable = new Set((await readOutages(db)).map(({ party }) => party));
  return [
    ...gauge("guichet_work_waiting", "Waiting jobs, by kind"),
    ...kinds.map((kind) => `guichet_work_waiting{kind="${kind}"} ${counted.get(kind)?.waiting ?? 0}`),
    ...gauge("guichet_work_given_up", "Jobs given up after too many failures, by kind"),
    ...kinds.map((kind) => `guichet_work_given_up{kind="${kind}"} ${counted.get(kind)?.givenUp ?? 0}`),
    ...gauge("guichet_party_unreachable", "1: this outside party is unreachable and jobs wait for it"),
    ...parties.map((party) => `guichet_party_unreachable{party="${party}"} ${unreachable.has(party) ? 1 : 0}`),
    "",
  ].join("\n");
}

const gauge = (name: string, help: string): string[] => [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`];
