import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { StaffMember } from "@guichet/contract/office/staff.ts";
import type { StaffAccessAction } from "@guichet/contract/office/staff-management.ts";
import type { StaffRole } from "@guichet/contract/staff-roles.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { useT } from "../shell/texts.tsx";
import { RoleFields } from "./role-fields.tsx";

interface MemberForm {
  member: StaffMember;
  /** What was entered before a refusal. */
  typed: { reason: string; roles: readonly StaffRole[] } | undefined;
}

/** Sets the roles in this network; none: no access. */
export function RolesForm({ member, typed }: MemberForm) {
  const t = useT();
  const busy = useNavigation().formData?.get("what") === "roles";
  return (
    <Sheet id="roles-of" title={t("staff.roles.change")}>
      <Form method="post">
        <input type="hidden" name="what" value="roles" />
        <Stack>
          <RoleFields checked={typed?.roles ?? member.roles} />
          <p className="fine soft">{t("staff.roles.none")}</p>
          <Reason of="roles" typed={typed?.reason} />
          <Button busy={busy && t("staff.saving")}>{t("staff.roles.do")}</Button>
        </Stack>
      </Form>
    </Sheet>
  );
}

/** The actions that the state of a member's access permits. */
function actionsFor({ disabledAt, hasSecondFactor, invitedUntil }: StaffMember): StaffAccessAction[] {
  if (disabledAt !== null) return ["enable"];
  const ofState: StaffAccessAction[] = invitedUntil === null ? ["end-sessions"] : ["invite-again"];
  return [...ofState, ...(hasSecondFactor ? ["reset-second-factor" as const] : []), "disable"];
}

/** Disables or enables a member, ends sessions, resets the second factor, or sends the invitation again. */
export function AccessForm({ member, typed }: MemberForm) {
  const t = useT();
  const busy = useNavigation().formData?.get("what") === "access";
  return (
    <Sheet id="access-of" title={t("staff.access")}>
      <Form method="post">
        <input type="hidden" name="what" value="access" />
        <Stack>
          <ChoiceGroup id="action" label={t("staff.access.what")}>
            {actionsFor(member).map((action) => (
              <Choice
                key={action}
                id={`action-${action}`}
                name="action"
                value={action}
                required
                title={t(`staff.access.${action}`)}
              />
            ))}
          </ChoiceGroup>
          <Reason of="access" typed={typed?.reason} />
          <Button busy={busy && t("staff.saving")}>{t("staff.access.do")}</Button>
        </Stack>
      </Form>
    </Sheet>
  );
}

function Reason({ of, typed }: { of: string; typed: string | undefined }) {
  const t = useT();
  return (
    <Field
      id={`reason-${of}`}
      label={t("staff.reason")}
      name="reason"
      required
      maxLength={auditReasonMaxLength}
      defaultValue={typed}
    />
  );
}
