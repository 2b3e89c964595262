import { languages, locales } from "@guichet/contract/languages.ts";
import { staffNameMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { Language } from "@guichet/contract/locales.ts";
import { Email } from "@guichet/contract/values.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { useFrame } from "@guichet/web/frame.tsx";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useNavigation,
} from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { RoleFields, rolesIn } from "./role-fields.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  await permittedNetworkOf(requestContextOf(context), params.network, "staff.manage");
  return null;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const { id } = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const said = (name: string) => `${form.get(name) ?? ""}`.trim();
  const typed = { email: said("email"), name: said("name"), language: said("language"), roles: rolesIn(form) };
  const email = Email.safeParse(typed.email).data;
  const language = Language.safeParse(typed.language).data ?? ctx.language;
  if (typed.name === "") return refused("FIELD_REQUIRED", { field: "name", typed });
  if (email === undefined) return refused("FIELD_INVALID", { field: "email", typed });
  if (typed.roles.length === 0) return refused("FIELD_REQUIRED", { field: "roles", typed });
  const outcome = await ctx.call("inviteStaff", { email, name: typed.name, roles: typed.roles, language }, id);
  if (!outcome.ok) return refused(outcome.code, { field: "email", typed });
  const { staffId, invitedUntil } = outcome.value;
  const done = invitedUntil === null ? "added" : "invited";
  return redirect(`${href("staffMember", { network: id, id: staffId })}?done=${done}`, { status: 303 });
}

/** Invites a person to the staff of this network. */
export default function Invite() {
  const t = useT();
  const { language } = useFrame();
  const network = useNetwork();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  const words = answer && refusalText(t, answer.code);
  const faultAt = (field: string) => (answer?.field === field ? words : undefined);
  return (
    <OfficePage
      title={t("staff.invite")}
      text={t("staff.invite.text")}
      back={{ href: href("staff", { network: network.id }), label: t("staff.back") }}
      refused={words}
    >
      <Form method="post" className="office-form">
        <Stack>
          <Field
            label={t("staff.name")}
            name="name"
            required
            autoComplete="off"
            maxLength={staffNameMaxLength}
            defaultValue={answer?.typed.name}
            error={faultAt("name")}
          />
          <Field
            label={t("staff.email")}
            name="email"
            type="email"
            autoComplete="off"
            required
            defaultValue={answer?.typed.email}
            error={faultAt("email")}
          />
          <Select
            label={t("staff.invite.language")}
            name="language"
            defaultValue={answer?.typed.language ?? language}
            options={languages.map((code) => ({ value: code, label: locales[code].language }))}
          />
          <RoleFields checked={answer?.typed.roles ?? []} error={faultAt("roles")} />
          <Button variant="main" busy={busy && t("staff.inviting")}>
            {t("staff.invite.do")}
          </Button>
        </Stack>
      </Form>
    </OfficePage>
  );
}
