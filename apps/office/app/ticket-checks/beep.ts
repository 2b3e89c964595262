import type { Tone } from "./shown-check.ts";

/** Frequency in hertz and length in seconds of each sound: one high, two of middle height, one long and low. */
const sounds: Record<Tone, readonly (readonly [frequency: number, seconds: number])[]> = {
  ok: [[1046, 0.12]],
  wait: [
    [523, 0.12],
    [523, 0.12],
  ],
  bad: [[165, 0.5]],
};
const pauseSeconds = 0.08;
const volume = 0.25;

let speaker: AudioContext | undefined;

/** Plays the short sound of a result; browsers allow it after the first press on the page. */
export function beep(tone: Tone): void {
  if (!("AudioContext" in globalThis)) return;
  speaker ??= new AudioContext();
  void speaker.resume();
  let at = speaker.currentTime;
  for (const [frequency, seconds] of sounds[tone]) {
    const [sound, loudness] = [speaker.createOscillator(), speaker.createGain()];
    sound.frequency.value = frequency;
    loudness.gain.value = volume;
    sound.connect(loudness).connect(speaker.destination);
    sound.start(at);
    sound.stop(at + seconds);
    at += seconds + pauseSeconds;
  }
}
