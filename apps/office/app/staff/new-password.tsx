import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { passwordMinLength } from "@guichet/contract/limits/sign-in-limits.ts";
import type { Result } from "@guichet/contract/result.ts";
import { PasswordField } from "@guichet/ui/forms/password-field.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import type { ReactNode } from "react";
import { refusalText } from "../shell/refusals.ts";
import type { RequestContext } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";

/** Changes the user's own password to the submitted one. */
export function changePassword(ctx: RequestContext, form: FormData): Promise<Result<object>> {
  const text = (name: string) => `${form.get(name) ?? ""}`.slice(0, 512);
  return ctx.call("changeStaffPassword", {
    currentPassword: text("currentPassword"),
    newPassword: text("newPassword"),
  });
}

interface PasswordFault {
  field: "currentPassword" | "newPassword";
  message: string;
}

/** Returns the error text of a password change and the field it belongs to. */
export function usePasswordFault(code: ErrorCode | undefined): PasswordFault | undefined {
  const t = useT();
  if (code === undefined) return undefined;
  return {
    field: code === "PASSWORD_WRONG" ? "currentPassword" : "newPassword",
    message: refusalText(t, code),
  };
}

interface PasswordFieldsProps {
  fault: PasswordFault | undefined;
  /** The label of the current password. */
  current: string;
  children: ReactNode;
}

/** Fields for the current and the new password, with the submit button. */
export function PasswordFields({ fault, current, children }: PasswordFieldsProps) {
  const t = useT();
  const shown = { show: t("staff.show"), hide: t("staff.hide") };
  const faultAt = (field: PasswordFault["field"]) => (fault?.field === field ? fault.message : undefined);
  return (
    <Stack>
      <PasswordField
        label={current}
        name="currentPassword"
        autoComplete="current-password"
        required
        error={faultAt("currentPassword")}
        {...shown}
      />
      <PasswordField
        label={t("staff.password.new")}
        hint={t("staff.password.rule", { length: passwordMinLength })}
        name="newPassword"
        autoComplete="new-password"
        required
        error={faultAt("newPassword")}
        {...shown}
      />
      {children}
    </Stack>
  );
}
