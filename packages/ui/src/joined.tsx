import { Fragment } from "react";

/**
 * Facts on one line, each once, separated by dots. Each has its own direction, so that a Latin name does not turn an Arabic line around;
 * their order is that of the page.
 */
export function Joined({ parts }: { parts: readonly (string | false | null | undefined)[] }) {
  const shown = [...new Set(parts)].filter((part): part is string => typeof part === "string" && part !== "");
  return shown.map((part) => (
    <Fragment key={part}>
      {part !== shown[0] && " · "}
      <bdi>{part}</bdi>
    </Fragment>
  ));
}
