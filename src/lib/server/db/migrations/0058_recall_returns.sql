ALTER TABLE "after_sale" DROP CONSTRAINT "after_sale_stage_known";--> statement-breakpoint
ALTER TABLE "stored_file" ADD COLUMN "for_case" integer;--> statement-breakpoint
ALTER TABLE "after_sale" ADD CONSTRAINT "after_sale_stage_known" CHECK ("after_sale"."stage" in ('unsent', 'received', 'recalled'));