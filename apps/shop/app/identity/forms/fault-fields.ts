import type { FormCode } from "./form-codes.ts";

type FormName =
  | "login"
  | "register"
  | "reset"
  | "email"
  | "password"
  | "person"
  | "add"
  | "proof"
  | "traveller"
  | "removal";

/** Field at which each form shows a server error; codes not listed apply to the whole form. */
const fields: Record<FormName, Partial<Record<FormCode, string>>> = {
  login: {
    INVALID_LOGIN_CREDENTIALS: "password",
    INVALID_PASSWORD: "password",
    EMAIL_NOT_FOUND: "email",
    EMAIL_INVALID: "email",
    EMAIL_EXISTS_OTHER_PROVIDER: "email",
  },
  register: {
    EMAIL_EXISTS: "email",
    EMAIL_EXISTS_OTHER_PROVIDER: "email",
    EMAIL_INVALID: "email",
    PASSWORD_DOES_NOT_MEET_REQUIREMENTS: "password",
  },
  reset: {
    EMAIL_NOT_FOUND: "email",
    EMAIL_INVALID: "email",
    PASSWORD_DOES_NOT_MEET_REQUIREMENTS: "newPassword",
    PASSWORD_UNCHANGED: "newPassword",
    PASSWORD_OF_TRAVELLER: "newPassword",
  },
  email: {
    EMAIL_EXISTS: "email",
    EMAIL_INVALID: "email",
    EMAIL_UNCHANGED: "email",
    PASSWORD_WRONG: "emailPassword",
  },
  password: {
    PASSWORD_WRONG: "currentPassword",
    PASSWORD_DOES_NOT_MEET_REQUIREMENTS: "newPassword",
    PASSWORD_UNCHANGED: "newPassword",
    PASSWORD_OF_TRAVELLER: "newPassword",
  },
  add: {
    EMAIL_EXISTS: "email",
    EMAIL_EXISTS_OTHER_PROVIDER: "email",
    EMAIL_INVALID: "email",
    IDENTITY_LINKED_ELSEWHERE: "email",
    PASSWORD_DOES_NOT_MEET_REQUIREMENTS: "newPassword",
  },
  proof: { PASSWORD_WRONG: "currentPassword" },
  traveller: {
    PASSWORD_WRONG: "currentPassword",
    PASSWORD_DOES_NOT_MEET_REQUIREMENTS: "newPassword",
    PASSWORD_UNCHANGED: "newPassword",
    PASSWORD_OF_HOLDER: "newPassword",
  },
  removal: { PASSWORD_WRONG: "removePassword" },
  person: {
    NAMES_EQUAL: "lastName",
    PHONE_INVALID: "phone",
    BIRTH_DATE_INVALID: "birthDate",
    EMAIL_INVALID: "contactEmail",
  },
};

/** Returns the form field of an error code; undefined means the whole form. */
export const formFaultField = (code: FormCode, form: FormName): string | undefined => fields[form][code];
