import { Button } from "@guichet/ui/button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { type ComponentType, lazy, Suspense } from "react";
import { useT } from "../texts/texts.tsx";

/**
 * Creates a component whose script is loaded on demand. The server renders it with the page. If the script cannot be loaded,
 * the component shows an error or `Missing`; the rest of the screen keeps working.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType = MissingPart,
): ComponentType<Props> {
  const Part = lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Missing as ComponentType<Props> }),
    ),
  );
  return (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}

export function MissingPart() {
  const t = useT();
  return (
    <Notice tone="bad" role="status">
      <p>{t("shell.part.failed")}</p>
      <Button type="button" onClick={() => location.reload()}>
        {t("shell.part.reload")}
      </Button>
    </Notice>
  );
}
