import { useEffect, useRef, useState } from 'react';
import {
  approveReview,
  claimReview,
  releaseReview,
  returnReview,
  takeNext,
} from '#lib/client/stores/desk/review.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { ReviewDone, ReviewFile } from '#lib/contract/review.ts';
import { path } from '#lib/contract/routes.ts';
import { claimMs } from '#lib/rules/companies/review.ts';
import { keepVerdict } from './verdicts.ts';

/** The reviewer's input for the shown application. */
export interface Draft {
  /** Ticked scopes. */
  scopes: readonly string[];
  rank: string;
  /** Empty: none. */
  manager: string;
  /** By the document's id. */
  reasons: Readonly<Record<number, string>>;
  /** About the whole. */
  reason: string;
}

export function draftOf(file: ReviewFile): Draft {
  return {
    scopes: file.scopes.flatMap(({ code, is_on: isOn }) => (isOn === 1 ? [code] : [])),
    rank: String(file.rank),
    manager: file.manager_id === 0 ? '' : String(file.manager_id),
    reasons: {},
    reason: '',
  };
}

/**
 * One application after the other: the shown one is claimed, the next one is claimed and loaded meanwhile, and is shown
 * at once when the decision is done.
 */
export function useReview(initial: ReviewFile) {
  const [file, setFile] = useState(initial);
  const [draft, setDraft] = useState(() => draftOf(initial));
  const [isBusy, setBusy] = useState(false);
  /** Why it cannot be decided here; empty where it can. */
  const [blocked, setBlocked] = useState('');
  const [done, setDone] = useState(0);
  const skipped = useRef<number[]>([]);
  const next = useRef<Promise<ReviewFile | null>>(undefined);
  const held = useRef(new Set<number>());

  function prefetch(shown: number) {
    const skip = [...skipped.current, shown].slice(-200);
    const asked = takeNext(skip).then((found) => {
      if (found !== null) held.current.add(found.id);
      return found;
    });
    // A failure here is retried, and reported, when the result is needed.
    asked.catch(() => undefined);
    next.current = asked;
  }

  async function take(id: number) {
    try {
      const taken = await claimReview(id);
      held.current.add(id);
      setBlocked('');
      return taken;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 409) throw error;
      setBlocked(error.message);
      return null;
    }
  }

  // The shown application stays claimed as long as it is shown.
  useEffect(() => {
    const begin = async () => {
      if (initial.is_waiting === 0) setBlocked(`${initial.company}的申请${initial.state_text}`);
      else await take(initial.id);
      prefetch(initial.id);
    };
    begin().catch(react);
    const renewal = setInterval(() => {
      for (const id of held.current) claimReview(id).catch(() => held.current.delete(id));
    }, claimMs / 3);
    const leave = () => {
      for (const id of held.current) releaseReview(id).catch(() => undefined);
      held.current.clear();
    };
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(renewal);
      removeEventListener('pagehide', leave);
    };
  }, []);

  function show(found: ReviewFile) {
    setFile(found);
    setDraft(draftOf(found));
    setBlocked('');
    history.replaceState(null, '', path('/desk/review/[id]', { id: found.id }));
    prefetch(found.id);
  }

  /** Continues with the next one; without one returns to the list, which goes on offering to take decisions back. */
  async function goOn() {
    let found = await (next.current ?? Promise.resolve(null)).catch(() => null);
    found ??= await takeNext(skipped.current.slice(-200));
    if (found !== null) show(found);
    else location.assign(path('/desk/review'));
  }

  async function decided(work: () => Promise<ReviewDone>) {
    if (isBusy || blocked !== '') return;
    setBusy(true);
    try {
      keepVerdict(await work(), Date.now());
      held.current.delete(file.id);
      skipped.current.push(file.id);
      setDone((count) => count + 1);
      await goOn();
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  /** Skips it: it stays in the queue for other reviewers. */
  async function putOff() {
    if (isBusy) return;
    setBusy(true);
    try {
      skipped.current.push(file.id);
      if (held.current.delete(file.id)) await releaseReview(file.id);
      await goOn();
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  /** Shows one whose decision was taken back; the one that was shown is the next. */
  function takenBack(found: ReviewFile) {
    held.current.add(found.id);
    skipped.current = skipped.current.filter((id) => id !== found.id);
    setDone((count) => Math.max(0, count - 1));
    const shown = file;
    show(found);
    if (shown.id !== found.id && held.current.has(shown.id)) next.current = Promise.resolve(shown);
  }

  /** Shows its current state, e.g. after the company has changed it. */
  async function reload() {
    try {
      const taken = await take(file.id);
      if (taken === null) return;
      setFile(taken);
      setDraft(draftOf(taken));
    } catch (error) {
      react(error);
    }
  }

  const papers = Object.entries(draft.reasons).flatMap(([id, reason]) =>
    reason.trim() === '' ? [] : [{ id: Number(id), reason: reason.trim() }],
  );
  return {
    file,
    draft,
    setDraft,
    isBusy,
    blocked,
    done,
    hasReason: papers.length > 0 || draft.reason.trim() !== '',
    approve: () => decided(() => approveReview(file, draft)),
    giveBack: () => decided(() => returnReview(file, { papers, reason: draft.reason.trim() })),
    putOff,
    takenBack,
    reload,
  };
}
