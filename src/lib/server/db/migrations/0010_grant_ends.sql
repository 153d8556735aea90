ALTER TABLE "controlled_grant" DROP CONSTRAINT "controlled_grant_status_known";--> statement-breakpoint
ALTER TABLE "controlled_grant" ADD COLUMN "valid_to" date;--> statement-breakpoint
ALTER TABLE "controlled_grant" ADD CONSTRAINT "controlled_grant_status_known" CHECK ("controlled_grant"."status" in ('applied', 'granted', 'refused', 'withdrawn'));