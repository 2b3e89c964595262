import type { AuditEntry, StaffMember } from "@guichet/contract/office/staff.ts";
import { StaffAccessAction } from "@guichet/contract/office/staff-management.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork, usePageContext } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { AccessForm, RolesForm } from "./member-forms.tsx";
import { rolesIn } from "./role-fields.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("getStaffMember", { staffId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return { ...outcome.value, now: ctx.now() };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const { id } = await actionNetworkOf(ctx, params.network);
  const staffId = params.id ?? "";
  const form = await request.formData();
  const what = form.get("what");
  const typed = { what, reason: `${form.get("reason") ?? ""}`.trim(), roles: rolesIn(form) };
  const { reason, roles } = typed;
  if (reason === "") return refused("FIELD_REQUIRED", { typed });
  const done = (as: string, to = href("staffMember", { network: id, id: staffId })) =>
    redirect(`${to}?done=${as}`, { status: 303 });
  if (what === "roles") {
    const outcome = await ctx.call("setStaffRoles", { staffId, roles, reason }, id);
    if (!outcome.ok) return refused(outcome.code, { typed });
    return roles.length === 0 ? done("removed", href("staff", { network: id })) : done("roles");
  }
  const access = StaffAccessAction.safeParse(form.get("action")).data;
  if (access === undefined) return refused("FIELD_REQUIRED", { typed });
  const outcome = await ctx.call("changeStaffAccess", { staffId, action: access, reason }, id);
  return outcome.ok ? done(access) : refused(outcome.code, { typed });
}

/** One member of the staff: access, roles in this network, and what was changed by whom. */
export default function Member() {
  const t = useT();
  const network = useNetwork();
  const { staff } = usePageContext();
  const { member, acts } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isSelf = staff.staffId === member.staffId;
  const typed = answer?.typed;
  return (
    <OfficePage
      title={member.name}
      stamp={member.disabledAt ? <Stamp tone="bad">{t("staff.disabled")}</Stamp> : undefined}
      back={{ href: href("staff", { network: network.id }), label: t("staff.back") }}
      flash={<Done />}
      refused={answer && refusalText(t, answer.code)}
    >
      <Split
        aside={
          <Stack>
            {isSelf ? (
              <Notice>{t("staff.self")}</Notice>
            ) : (
              <>
                <RolesForm
                  key={member.roles.join()}
                  member={member}
                  typed={typed?.what === "roles" ? typed : undefined}
                />
                <AccessForm
                  key={`${member.disabledAt} ${member.hasSecondFactor} ${member.invitedUntil}`}
                  member={member}
                  typed={typed?.what === "access" ? typed : undefined}
                />
              </>
            )}
          </Stack>
        }
      >
        <Access member={member} />
      </Split>
      <History acts={acts} />
    </OfficePage>
  );
}

const flashes = ["added", "invited", "roles", ...StaffAccessAction.options] as const;

/** Confirmation of the last action. */
function Done() {
  const t = useT();
  const [query] = useSearchParams();
  const done = flashes.find((known) => known === query.get("done"));
  if (done === undefined) return null;
  return (
    <Notice tone="ok" role="status">
      {t(`staff.done.${done}`)}
    </Notice>
  );
}

function Access({ member }: { member: StaffMember }) {
  const t = useT();
  const formats = useFormats();
  const { now } = useLoaderData<typeof loader>();
  const { email, roles, lastSeenAt, hasSecondFactor, invitedUntil } = member;
  const until = invitedUntil && formats.shortInstant(invitedUntil);
  const facts = [
    { term: t("staff.email"), value: <bdi dir="ltr">{email}</bdi> },
    { term: t("staff.roles"), value: formats.list(roles.map((role) => t(`shell.role.${role}`))) },
    { term: t("staff.factor"), value: t(hasSecondFactor ? "staff.factor.has" : "staff.factor.none") },
    { term: t("staff.seen"), value: lastSeenAt ? formats.shortInstant(lastSeenAt) : t("staff.never") },
    ...(invitedUntil && until
      ? [
          {
            term: t("staff.invitation"),
            value: t(Date.parse(invitedUntil) > Date.parse(now) ? "staff.invited.until" : "staff.invited.over", {
              until,
            }),
          },
        ]
      : []),
  ];
  return <Facts facts={facts} />;
}

const known = [
  "staff.invite",
  "staff.roles",
  "staff.disable",
  "staff.enable",
  "staff.end-sessions",
  "staff.second-factor-reset",
  "staff.invite-again",
] as const;

function History({ acts }: { acts: readonly AuditEntry[] }) {
  const t = useT();
  const formats = useFormats();
  if (acts.length === 0) return null;
  return (
    <section>
      <h2>{t("staff.history")}</h2>
      <ol className="history">
        {acts.map(({ act, at, by, reason }) => {
          const one = known.find((each) => each === act);
          return (
            <li key={`${at} ${act}`}>
              <span>{formats.shortInstant(at)}</span>
              <span>
                {t("staff.act.by", { act: one ? t(`staff.act.${one}`) : act, by: by ?? t("staff.act.command") })}
                {reason !== null && (
                  <span className="fine act-note">
                    <bdi>{reason}</bdi>
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
