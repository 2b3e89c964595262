import { Button } from "@guichet/ui/button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { type ComponentType, lazy, Suspense } from "react";
import { useT } from "../texts/texts.tsx";

/**
 * A part of a screen whose script comes only when it is shown. The server draws it with the page. When the script cannot
 * be had the part says so, or stands as `Missing`; the rest of the screen goes on.
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

function MissingPart() {
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
