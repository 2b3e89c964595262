import { parseArgs } from "node:util";
import { StaffRole } from "@guichet/contract/staff-roles.ts";
import { Email } from "@guichet/contract/values.ts";
import { randomIds } from "../apps/ticket-api/src/ids.ts";
import { networkRegistry } from "../apps/ticket-api/src/network-registry/registry.ts";
import { allStaff, rolesOf } from "../apps/ticket-api/src/sessions/staff-store.ts";
import {
  addStaff,
  renewPassword,
  resetSecondFactor,
  setRoles,
  setStaffDisabled,
} from "../apps/ticket-api/src/staff/manage-staff.ts";
import { exitWith, Refused, WrongUse } from "./command.ts";
import { withDatabase } from "./command-database.ts";

const help = `Members of the staff.

  npm run staff -- add <email> <name>              adds a member, prints their first password once
  npm run staff -- roles <email> <network> [role]  sets their roles there; without a role: no access
  npm run staff -- disable <email>                 disables their account, signs them out everywhere
  npm run staff -- enable <email>                  enables it again
  npm run staff -- password <email>                sets a new password, prints it once, signs them out everywhere
  npm run staff -- reset-second-factor <email>     for a lost phone: they set up another one; signs them out everywhere
  npm run staff -- list                            all members with their roles
  npm run staff -- --help                          this text

Roles: ${StaffRole.options.join(", ")}; docs/office.md says what each may do.
Uses the database at DATABASE_URL, otherwise the local one in DATA_DIR (default ./.data), also while the server runs.
Exit codes: 0 done, 1 refused, 2 wrong use or no database.`;

const listedMax = 1_000;

await exitWith(run);

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" } },
  });
  if (values.help) return console.log(help);
  const [verb, typed, ...words] = positionals;
  if (verb === "list" && typed === undefined) return withRegister(list, "read");
  if (typed === undefined) throw new WrongUse(help);
  const email = readEmail(typed);
  const [first, ...rest] = words;
  if (verb === "add" && first !== undefined) return withRegister((deps) => add(deps, email, words.join(" ")));
  if (verb === "roles" && first !== undefined) return withRegister((deps) => roles(deps, email, first, rest));
  if (first !== undefined) throw new WrongUse(help);
  if (verb === "disable" || verb === "enable") return withRegister((deps) => disable(deps, email, verb === "disable"));
  if (verb === "reset-second-factor") return withRegister((deps) => reset(deps, email));
  if (verb === "password") return withRegister((deps) => password(deps, email));
  throw new WrongUse(help);
}

type Register = Parameters<typeof addStaff>[0];

async function add(deps: Register, email: string, name: string): Promise<void> {
  const printed = await addStaff(deps, email, name.trim());
  if (printed === undefined) throw new Refused(`${email} is a member of the staff already.`);
  console.log(printed);
}

async function roles(deps: Register, email: string, network: string, given: string[]): Promise<void> {
  const read = given.map((role) => {
    const known = StaffRole.safeParse(role);
    if (!known.success) throw new Refused(`There is no role ${role}: ${StaffRole.options.join(", ")}.`);
    return known.data;
  });
  if ((await networkRegistry(deps.db).get(network)) === undefined) throw new Refused(`There is no network ${network}.`);
  if (!(await setRoles(deps, email, network, read))) throw nobody(email);
  console.log(
    read.length === 0 ? `${email} does not work for ${network}` : `${email}: ${read.join(", ")} in ${network}`,
  );
}

async function disable(deps: Register, email: string, isDisabled: boolean): Promise<void> {
  if (!(await setStaffDisabled(deps, email, isDisabled))) throw nobody(email);
  console.log(`${email} ${isDisabled ? "is disabled" : "may sign in again"}`);
}

async function password(deps: Register, email: string): Promise<void> {
  const printed = await renewPassword(deps, email);
  if (printed === undefined) throw nobody(email);
  console.log(printed);
}

async function reset(deps: Register, email: string): Promise<void> {
  const done = await resetSecondFactor(deps, email);
  if (done === undefined) throw nobody(email);
  console.log(
    done ? `${email} must set up another second factor at the next sign-in` : `${email} has no second factor`,
  );
}

async function list(deps: Register): Promise<void> {
  for (const { id, email, name, disabledAt, hasSecondFactor } of await allStaff(deps.db, listedMax)) {
    const given = await rolesOf(deps.db, id);
    const where = given.map(({ networkId, roles: there }) => `${networkId}: ${there.join(", ")}`).join("; ");
    console.log(
      `${email}  ${name}  ${where || "no network"}${disabledAt === null ? "" : "  (disabled)"}${hasSecondFactor ? "" : "  (no second factor)"}`,
    );
  }
}

function nobody(email: string): Refused {
  return new Refused(`No member of the staff has the e-mail address ${email}.`);
}

function readEmail(typed: string): string {
  const read = Email.safeParse(typed);
  if (!read.success) throw new Refused(`${typed} is not an e-mail address.`);
  return read.data;
}

function withRegister(work: (deps: Register) => Promise<void>, kind: "read" | "write" = "write"): Promise<void> {
  return withDatabase(kind, ({ db, clock }) => work({ db, clock, ids: randomIds(() => clock.now().getTime()) }));
}
