ALTER TABLE "lot_import_row" DROP CONSTRAINT "lot_import_row_state_known";--> statement-breakpoint
ALTER TABLE "lot_import_row" ALTER COLUMN "produced_on" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "lot_import_row" ALTER COLUMN "expires_on" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "lot_import_row" ADD CONSTRAINT "lot_import_row_state_known" CHECK ("lot_import_row"."state" in ('in', 'done', 'failed', 'wrong'));