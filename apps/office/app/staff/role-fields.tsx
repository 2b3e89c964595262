import { StaffRole } from "@guichet/contract/staff-roles.ts";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { useT } from "../shell/texts.tsx";

/** The checked roles of a form. */
export const rolesIn = (form: FormData): StaffRole[] =>
  form.getAll("role").flatMap((role) => StaffRole.safeParse(role).data ?? []);

/** A checkbox for each role, with what it is for. */
export function RoleFields({ checked, error }: { checked: readonly StaffRole[]; error?: string | undefined }) {
  const t = useT();
  return (
    <fieldset id="roles" tabIndex={-1} aria-describedby={error === undefined ? undefined : "roles-error"}>
      <legend>{t("staff.roles")}</legend>
      {error !== undefined && (
        <p id="roles-error" className="field-error">
          {error}
        </p>
      )}
      {StaffRole.options.map((role) => (
        <Checkbox key={role} id={`role-${role}`} name="role" value={role} defaultChecked={checked.includes(role)}>
          <strong>{t(`shell.role.${role}`)}</strong>
          <br />
          <span className="fine soft">{t(`staff.role.${role}`)}</span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
