import { checkListRefreshMinutes } from "@guichet/contract/limits/ticket-check-limits.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { type CheckList, keptCheckList, loadCheckList } from "./offline/check-list.ts";
import { forgetOldChecks } from "./offline/check-queue.ts";
import { serverClock } from "./offline/server-clock.ts";

const noStorage = { getItem: () => null, setItem: () => undefined };

/** The list for checks without a connection: the kept one at first, then a new one every few minutes; and the server's clock by it. */
export function useCheckList(path: string) {
  const [list, setList] = useState<CheckList>();
  const latest = useRef<CheckList>(undefined);
  const clock = useMemo(() => serverClock(typeof localStorage === "undefined" ? noStorage : localStorage), []);
  useEffect(() => {
    let isOver = false;
    const take = (found: CheckList | undefined) => {
      if (isOver || found === undefined) return;
      latest.current = found;
      setList(found);
    };
    const takeNew = (found: CheckList | undefined) => {
      if (isOver || found === undefined) return;
      clock.heard(found.asOf);
      take(found);
      forgetOldChecks(localStorage, found.asOf);
    };
    const renew = () =>
      loadCheckList(path)
        .then(takeNew)
        .catch(() => undefined);
    const takeKept = (found: CheckList | undefined) => latest.current ?? take(found);
    void keptCheckList(path).then(takeKept, () => undefined);
    void renew();
    const timer = setInterval(renew, checkListRefreshMinutes * 60_000);
    addEventListener("online", renew);
    return () => {
      isOver = true;
      clearInterval(timer);
      removeEventListener("online", renew);
    };
  }, [path, clock]);
  return { list, latest, clock };
}
