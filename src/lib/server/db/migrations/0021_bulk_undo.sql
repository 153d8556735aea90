ALTER TABLE "bulk_row" DROP CONSTRAINT "bulk_row_state_known";--> statement-breakpoint
ALTER TABLE "bulk_row" ADD COLUMN "entry" integer;--> statement-breakpoint
ALTER TABLE "bulk_run" ADD COLUMN "undo_of" integer;--> statement-breakpoint
ALTER TABLE "bulk_row" ADD CONSTRAINT "bulk_row_state_known" CHECK ("bulk_row"."state" in ('waiting', 'done', 'same', 'refused', 'undone'));