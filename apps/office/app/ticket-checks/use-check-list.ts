import { checkListRefreshMinutes } from "@guichet/contract/limits/ticket-check-limits.ts";
import { useEffect, useRef, useState } from "react";
import { type CheckList, keptCheckList, loadCheckList } from "./offline/check-list.ts";

/** The list for checks without a connection: the kept one at first, then a new one every few minutes. */
export function useCheckList(path: string) {
  const [list, setList] = useState<CheckList>();
  const latest = useRef<CheckList>(undefined);
  useEffect(() => {
    let isOver = false;
    const take = (found: CheckList | undefined) => {
      if (isOver || found === undefined) return;
      if (latest.current !== undefined && found.asOf < latest.current.asOf) return;
      latest.current = found;
      setList(found);
    };
    const renew = () => loadCheckList(path).then(take, () => undefined);
    void keptCheckList(path).then(take, () => undefined);
    void renew();
    const timer = setInterval(renew, checkListRefreshMinutes * 60_000);
    addEventListener("online", renew);
    return () => {
      isOver = true;
      clearInterval(timer);
      removeEventListener("online", renew);
    };
  }, [path]);
  return { list, latest };
}
