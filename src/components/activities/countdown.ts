import { countdown } from '#lib/rules/terms/activity-time.ts';

/** Counts down to the time in `data-countdown` (epoch milliseconds); at zero it shows that the session is over. */
function start(element: HTMLElement): void {
  const end = Number(element.dataset.countdown);
  const parts = element.querySelectorAll('b');
  const daysPart = element.querySelector('[data-days]');
  let isOver = false;
  const show = () => {
    const left = end - Date.now();
    const { days, hours, minutes, seconds } = countdown(left);
    write(daysPart, days > 0 ? `${days}天` : '');
    [hours, minutes, seconds].forEach((value, at) => {
      write(parts[at], String(value).padStart(2, '0'));
    });
    if (left <= 0 && !isOver) {
      isOver = true;
      element.textContent = '本场已结束';
      clearInterval(timer);
    }
  };
  const timer = setInterval(show, 1000);
  show();
}

function write(part: Element | null | undefined, text: string): void {
  if (part && part.textContent !== text) part.textContent = text;
}

for (const element of document.querySelectorAll<HTMLElement>('[data-countdown]')) start(element);
