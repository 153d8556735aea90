/** A seed played to its end, and where it fails the shortest story of it, in words. */
import type { Templates } from '#tests/support/test-cluster.ts';
import { makeStory, type Story } from './acts.ts';
import { play, type Run } from './run.ts';
import { describeLength, type Shrinking, shrink } from './shrink.ts';
import type { WorldTemplate } from './world.ts';

export interface Played {
  seed: number;
  run: Run;
  /** Of a failure: seed, what is wrong, the shortest story and how to play it again. */
  report: string | null;
}

export interface Playing {
  seed: number;
  acts: number;
  /** Kinds of acts that are left out of the story. */
  without?: readonly string[];
  /** How long the shortest story is looked for; with no tries the story stays as it is. */
  shrinking: Shrinking;
}

/** Plays a seed's story; where it fails, looks for the shortest part of it that fails as well. */
export async function playSeed(
  templates: Templates,
  template: WorldTemplate,
  { seed, acts, without = [], shrinking }: Playing,
): Promise<Played> {
  const story = leaveOut(makeStory(seed, acts), without);
  const run = await play(templates, template, story);
  if (run.wrong.length === 0) return { seed, run, report: null };
  console.error(`seed ${seed} fails after ${run.acts} acts: ${run.wrong[0]}`);
  const whole = story.slice(0, run.batches);
  let last = run;
  const shortest = await shrink(
    whole,
    async (part) => {
      const again = await play(templates, template, part);
      const isFailing = again.wrong.length > 0;
      if (isFailing && again.acts <= last.acts) last = again;
      return isFailing;
    },
    shrinking,
  );
  return { seed, run, report: reportOf(seed, acts, run, whole, shortest, last) };
}

function leaveOut(story: Story, without: readonly string[]): Story {
  return story
    .map((batch) => batch.filter((act) => !without.includes(act.do)))
    .filter((batch) => batch.length > 0);
}

function reportOf(seed: number, acts: number, run: Run, whole: Story, shortest: Story, last: Run): string {
  const some = (list: readonly string[]) => list.slice(0, 20).map((line) => `  ${line}`);
  return [
    `seed ${seed} fails after ${run.acts} acts:`,
    ...some(run.wrong),
    `the shortest story, ${describeLength(whole, shortest)}:`,
    ...last.reported.map((line) => `  ${line}`),
    'which ends with:',
    ...some(last.wrong),
    `play it again: npm run soak -- --seed ${seed} --acts ${acts}`,
  ].join('\n');
}
