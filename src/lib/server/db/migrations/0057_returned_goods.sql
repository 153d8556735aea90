ALTER TABLE "lot_movement" DROP CONSTRAINT "lot_movement_kind_known";--> statement-breakpoint
ALTER TABLE "lot" ADD COLUMN "returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lot" ADD CONSTRAINT "lot_returned" CHECK ("lot"."returned" >= 0);--> statement-breakpoint
ALTER TABLE "lot_movement" ADD CONSTRAINT "lot_movement_kind_known" CHECK ("lot_movement"."kind" in ('put_in', 'shipped', 'short', 'counted', 'expired', 'returned', 'put_back', 'written_off'));