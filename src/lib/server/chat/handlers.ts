import { chatCalls } from '#lib/contract/chat/calls.ts';
import { deskChatCalls } from '#lib/contract/chat/desk-calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getAside } from './aside.ts';
import { listMyMessages, readMine, recallMine, searchMine, sendMine, typeMine, uploadMine } from './buyer.ts';
import { deleteCanned, getCanned, saveCanned } from './canned.ts';
import {
  listDeskMessages,
  readAtDesk,
  recallFromDesk,
  searchAtDesk,
  sendFromDesk,
  typeAtDesk,
  uploadFromDesk,
} from './desk.ts';
import { getDuty, setOwnDuty } from './duty.ts';
import { getChatFigures } from './figures.ts';
import { closeTalk, escalateDeskTalk, getDeskTalk, getQueue, takeTalk, transferTalk } from './queue.ts';
import { exportTalk } from './record.ts';
import { escalateMyTalk, getMyTalk, listMyTalks, openTalk, rateTalk } from './talks.ts';
import { getChatToken, redeemChatToken } from './token.ts';
import { saveWord } from './words.ts';

export const chatHandlers = handlers(chatCalls, {
  chatTalks: listMyTalks,
  openTalk,
  chatTalk: getMyTalk,
  chatMessages: listMyMessages,
  sendChat: sendMine,
  chatUpload: uploadMine,
  recallChat: recallMine,
  readChat: readMine,
  typeChat: typeMine,
  searchChat: searchMine,
  rateChat: rateTalk,
  escalateChat: escalateMyTalk,
  chatToken: getChatToken,
  redeemChatToken,
});

export const deskChatHandlers = handlers(deskChatCalls, {
  deskChatQueue: getQueue,
  deskChatTalk: getDeskTalk,
  deskChatAside: getAside,
  deskChatMessages: listDeskMessages,
  deskSendChat: sendFromDesk,
  deskChatUpload: uploadFromDesk,
  deskRecallChat: recallFromDesk,
  deskReadChat: readAtDesk,
  deskTypeChat: typeAtDesk,
  deskTakeChat: takeTalk,
  deskTransferChat: transferTalk,
  deskCloseChat: closeTalk,
  deskEscalateChat: escalateDeskTalk,
  deskSearchChat: searchAtDesk,
  deskChatExport: exportTalk,
  deskChatDuty: getDuty,
  deskSetChatDuty: setOwnDuty,
  deskCanned: getCanned,
  deskSaveCanned: saveCanned,
  deskDropCanned: deleteCanned,
  deskSaveChatWord: saveWord,
  deskChatFigures: getChatFigures,
});
