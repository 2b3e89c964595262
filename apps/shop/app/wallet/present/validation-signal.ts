/** Two short tones, rising: heard as "accepted". Frequencies in hertz, times in seconds. */
const tones = [
  { frequency: 880, from: 0 },
  { frequency: 1320, from: 0.12 },
];
const toneSeconds = 0.11;
const volume = 0.2;
const vibrationMs = [60, 50, 120];

/**
 * Signals a validation by vibration and sound, only after the user has touched this page: browsers refuse both before.
 * A silent phone stays silent, and a denied or missing feature is skipped, because the screen shows the same.
 */
export function signalValidation(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    navigator.vibrate?.(vibrationMs);
    if (!("AudioContext" in globalThis)) return;
    const audio = new AudioContext();
    const gain = audio.createGain();
    gain.gain.value = volume;
    gain.connect(audio.destination);
    for (const { frequency, from } of tones) {
      const tone = audio.createOscillator();
      tone.frequency.value = frequency;
      tone.connect(gain);
      tone.start(audio.currentTime + from);
      tone.stop(audio.currentTime + from + toneSeconds);
      tone.onended = () => {
        if (from > 0) void audio.close();
      };
    }
  } catch {
    // No sound device.
  }
}
