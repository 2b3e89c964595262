// The only script of the stored page of tickets: clock, countdown, turning from ticket to ticket, and a screen that stays on.
(() => {
  const root = document.documentElement;
  const { zone = "UTC", locale = "fr" } = root.dataset;
  const digits = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZone: zone };
  const clock = new Intl.DateTimeFormat(locale, digits);
  const secondMs = 1000;
  const all = (selector) => document.querySelectorAll(selector);
  const two = (value) => `${value}`.padStart(2, "0");

  function countdown(ms) {
    const seconds = Math.max(0, Math.ceil(ms / secondMs));
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
  }

  function tick() {
    const now = Date.now();
    for (const element of all("[data-clock]")) element.textContent = clock.format(now);
    for (const element of all("[data-countdown]")) {
      element.textContent = countdown(Number(element.dataset.countdown) - now);
    }
    for (const ring of all(".time-ring[data-until]")) {
      const [from, until] = [Number(ring.dataset.from), Number(ring.dataset.until)];
      const part = Math.min(1, Math.max(0, (until - now) / Math.max(1, until - from)));
      ring.querySelector(".time-ring-arc").setAttribute("stroke-dasharray", `${part} 2`);
    }
    for (const element of all("[data-over]")) {
      if (Number(element.dataset.ends) > now) continue;
      element.textContent = element.dataset.over;
      element.removeAttribute("data-over");
    }
    for (const pill of all("[data-ride]")) pill.hidden = Number(pill.dataset.ride) <= now;
    setTimeout(tick, secondMs - (Date.now() % secondMs));
  }

  const shown = () => document.querySelector(".full-ticket-page:target");
  const turn = (way) => shown()?.querySelector(`a[data-turn="${way}"]`)?.click();
  const leave = () => shown()?.querySelector("a[data-turn=close]")?.click();
  const [toLeft, toRight] = root.dir === "rtl" ? ["next", "previous"] : ["previous", "next"];
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") leave();
    if (key === "ArrowLeft") turn(toLeft);
    if (key === "ArrowRight") turn(toRight);
  });
  const swipeMinPx = 48;
  let start;
  addEventListener("touchstart", ({ touches }) => {
    start = touches.length === 1 && (visualViewport?.scale ?? 1) <= 1.01 ? touches[0] : undefined;
  });
  addEventListener("touchend", ({ changedTouches: [touch] }) => {
    if (!start) return;
    const [across, along] = [touch.clientX - start.clientX, touch.clientY - start.clientY];
    start = undefined;
    if (Math.abs(across) < swipeMinPx || Math.abs(across) < 2 * Math.abs(along)) return;
    turn(across < 0 ? toRight : toLeft);
  });

  let lock;
  async function wake() {
    const isPresenting = shown() !== null;
    document.querySelector(".shell").inert = isPresenting;
    try {
      if (!isPresenting) await lock?.release();
      else if (document.visibilityState === "visible") lock = await navigator.wakeLock?.request("screen");
    } catch {
      // Denied: the screen dims as usual.
    }
  }
  addEventListener("hashchange", wake);
  addEventListener("visibilitychange", wake);

  // The address of one ticket, opened or reloaded without network, shows that ticket.
  const ticket = new URLSearchParams(location.search).get("ticket");
  const place = ticket === null ? null : document.getElementById(`ticket-${ticket}`);
  if (place && location.hash === "") location.replace(`#${place.id}`);
  tick();
  void wake();
})();
