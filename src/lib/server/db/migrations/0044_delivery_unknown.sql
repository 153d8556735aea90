ALTER TABLE "invoice_delivery" DROP CONSTRAINT "invoice_delivery_state_known";--> statement-breakpoint
ALTER TABLE "invoice_delivery" ADD CONSTRAINT "invoice_delivery_state_known" CHECK ("invoice_delivery"."state" in ('waiting', 'sending', 'sent', 'failed', 'unknown'));--> statement-breakpoint
UPDATE "invoice_delivery" SET "state" = 'unknown', "fault" = '发送时中断，可能已经收到。没有收到的，请点“重新发送”' WHERE "state" = 'failed' AND "fault" = '发送时中断，可能已经送达';
