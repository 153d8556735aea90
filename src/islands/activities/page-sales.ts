/** Loaded by pages with flash sales: what is left of each sale of the page, and the server's time. */
import { loadSales } from '#lib/client/stores/activities/activities.ts';

const sales = document.querySelectorAll<HTMLElement>('[data-sale]');
void loadSales([...sales].map((element) => Number(element.dataset.sale)));
