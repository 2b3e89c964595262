import { Page } from "@guichet/ui/page/page.tsx";
import { type ComponentType, lazy, Suspense } from "react";
import { useT } from "../texts/texts.tsx";
import { MissingPart } from "./lazy-part.tsx";

/**
 * Like `lazyPart`, for a component that is the whole screen, with its `main`: until its script is loaded, and if it cannot be, the page
 * says so instead of being empty.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: MissingPage as ComponentType<Props> }),
    ),
  );
  return (props) => (
    <Suspense fallback={<LoadingPage />}>
      <Part {...props} />
    </Suspense>
  );
}

function LoadingPage() {
  const t = useT();
  return (
    <Page narrow>
      <p className="soft" role="status">
        {t("shell.part.loading")}
      </p>
    </Page>
  );
}

const MissingPage = () => (
  <Page narrow>
    <MissingPart />
  </Page>
);
