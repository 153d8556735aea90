/** `npm run content`: all that is wrong with help, news and zones, a line each. */
import { checkContent } from './content/check.ts';

const mistakes = checkContent();
for (const { file, sentence } of mistakes) console.log(`${file}: ${sentence}`);
console.log(mistakes.length === 0 ? '帮助、新闻和专区没有发现错误。' : `共 ${mistakes.length} 处，请改正。`);
process.exit(mistakes.length === 0 ? 0 : 1);
